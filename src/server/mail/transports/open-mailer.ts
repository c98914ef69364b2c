import path from 'node:path'
import type { Config } from '../../config/settings.ts'
import type { Log } from '../../lib/log.ts'
import { isLoopback } from '../../lib/loopback.ts'
import { fileMailer } from './file-mailer.ts'
import type { Mailer } from './mailer.ts'
import { smtpMailer } from './smtp.ts'

/** Opens the SMTP server of the settings, or without one a folder beside the shop's other data. */
export function openMailer({ smtpUrl, mailFrom, dataDir, publicOrigin }: Config, log: Pick<Log, 'info'>): Mailer {
  if (smtpUrl) return smtpMailer(smtpUrl, mailFrom)
  return fileMailer({ folder: path.join(dataDir, 'outbox'), from: mailFrom, showsLinks: isLoopback(publicOrigin), log })
}
