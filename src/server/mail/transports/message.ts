import type { SendMailOptions } from 'nodemailer'
import { shopInfo } from '#domain/shop-info.ts'
import { type Email, MailRefused } from './mailer.ts'

/** What puts e-mails together and carries them: five megabytes, which nobody needs before the first e-mail. */
export const nodemailer = () => import('nodemailer')

/** What a header reads as more than an address: accounts from before `isEmail` refused it may have it. */
const unaddressable = /[<>\s\p{Cc}]/u

/** An e-mail as nodemailer takes it. Addresses go in as whole addresses, never as text that is read for more of them. @throws MailRefused */
export function messageFrom({ id, to, subject, text, html }: Email, from: string): SendMailOptions {
  if (unaddressable.test(to))
    throw new MailRefused('This is no address that an e-mail can go to', { isFinal: true, cause: undefined })
  return {
    from: { name: shopInfo.name, address: from },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${from.split('@').at(-1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
