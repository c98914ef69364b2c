import type { SendMailOptions } from 'nodemailer'
import { type Email, MailRefused } from './mailer.ts'

/** Loads nodemailer when the first e-mail needs it: it takes five megabytes. */
export const nodemailer = () => import('nodemailer')

/** Characters with which a header holds more than one address: accounts from before `isEmail` refused them may have them. */
const unaddressable = /[<>\s\p{Cc}]/u

/** Converts an e-mail for nodemailer. Addresses are passed as objects, never as text that is parsed for more. @throws MailRefused */
export function messageFrom(
  { id, sender, to, subject, text, html, unsubscribe, replyTo }: Email,
  fallback: string,
): SendMailOptions {
  if (unaddressable.test(to))
    throw new MailRefused('This is no address that an e-mail can go to', { isFinal: true, cause: undefined })
  const from = sender.address || fallback
  return {
    from: { name: sender.name, address: from },
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: sender.name, address: replyTo } }),
    subject,
    text,
    html,
    messageId: `<${id}@${from.split('@').at(-1)}>`,
    headers: {
      ...(!replyTo && { 'Auto-Submitted': 'auto-generated' }),
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
