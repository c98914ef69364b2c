import type { SendMailOptions } from 'nodemailer'
import { house } from '#domain/house.ts'
import type { Letter } from './mailer.ts'

/** What puts letters together and carries them: five megabytes, which nobody needs before the first letter. */
export const nodemailer = () => import('nodemailer')

/** A letter as nodemailer takes it. Addresses go in as whole addresses, never as text that is read for more of them. */
export const messageFrom = ({ id, to, subject, text, html }: Letter, from: string): SendMailOptions => ({
  from: { name: house.name, address: from },
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId: `<${id}@${from.split('@').at(-1)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})
