import path from 'node:path'
import { type Config, isLoopback } from '../../config.ts'
import { type Log, outbox } from './outbox.ts'
import { smtpMailer } from './smtp.ts'

/** The outside party that carries letters. */
export interface Mailer {
  /**
   * Resolves once the letter has been taken over. The same letter may be sent again: whoever receives it can tell by its id.
   * @throws when it was not taken over, or nobody knows
   */
  send(letter: Letter): Promise<void>
}

export interface Letter {
  /** A uuid, the same for every repetition of this letter. */
  id: string
  /** One e-mail address. */
  to: string
  subject: string
  text: string
  html: string
  /** The address in the shop that the letter leads to. */
  link: string
}

/** The SMTP server of the settings, or without one a folder beside the shop's other data. */
export function openMailer({ smtpUrl, mailFrom, dataDir, publicOrigin }: Config, log: Log): Mailer {
  if (smtpUrl) return smtpMailer(smtpUrl, mailFrom)
  return outbox({ folder: path.join(dataDir, 'outbox'), from: mailFrom, showsLinks: isLoopback(publicOrigin), log })
}
