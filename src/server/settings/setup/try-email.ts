import type { TryResult } from '#domain/settings/setup.ts'
import type { Config } from '../../config/settings.ts'
import type { Db } from '../../db/connection.ts'
import { readBranding } from '../../mail/branding.ts'
import { type EmailDraft, writeContent } from '../../mail/render.ts'
import { type Mailer, MailRefused } from '../../mail/transports/mailer.ts'
import { failed, incomplete, worked } from './deadline.ts'

interface EmailTry {
  db: Db
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicOrigin'>
  mailer: Pick<Mailer, 'send'>
  /** A UUID. */
  id: string
  /** The admin's own address. */
  to: string
}

/** Sends a test e-mail in the layout of the shop, past the queue. @returns what happened; it throws nothing */
export async function tryEmail({ db, config, mailer, id, to }: EmailTry): Promise<TryResult> {
  try {
    await mailer.send({ id, to, ...writeContent(testEmail(config.publicOrigin), await readBranding(db)) })
  } catch (error) {
    return failed(config.smtpUrl ? smtpFailure(error, to, config.mailFrom) : folderFailure)
  }
  return config.smtpUrl
    ? worked(`A test e-mail is on its way to ${to}.`)
    : incomplete('There is no mail server: the e-mail is in the outbox folder.')
}

const testEmail = (origin: string): EmailDraft => ({
  subject: 'A test e-mail from your shop',
  link: `${origin}/dashboard/settings/services`,
  blocks: [
    { kind: 'headline', text: 'Your shop can send e-mails.' },
    {
      kind: 'paragraph',
      text: 'You asked for this test e-mail in the dashboard. The confirmations of orders look like it.',
    },
    { kind: 'button', label: 'Back to the services', url: `${origin}/dashboard/settings/services` },
    { kind: 'note', text: 'If it lay among the spam, the records SPF and DKIM of your domain are missing or wrong.' },
  ],
})

const folderFailure =
  'The e-mail could not be written: the shop may not write into the folder outbox, or the disk is full.'
const maxReasonLength = 200

interface SmtpError {
  code?: string
  command?: string
}

/** Describes in one sentence why the mail server did not take the e-mail. The password is in no reason. */
function smtpFailure(error: unknown, to: string, from: string): string {
  const { code, command } = error as SmtpError
  if (error instanceof MailRefused)
    return `The mail server refuses an e-mail to ${to}: ${error.message.slice(0, maxReasonLength)}`
  if (code === 'EAUTH') return 'The mail server refuses the password: correct the name and the password in SMTP_URL.'
  if (code === 'EENVELOPE' && command === 'MAIL FROM')
    return `The mail server does not send for ${from}: set MAIL_FROM to an address that is yours there.`
  if (code === 'EDNS') return 'There is no mail server of this name: correct the host in SMTP_URL.'
  const { cause, message } = error as Error
  const isAboutTls = code === undefined && cause !== undefined && !message.includes('took longer')
  return isAboutTls ? message : 'The mail server does not answer: check the host and the port in SMTP_URL.'
}
