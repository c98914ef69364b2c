import type { Selectable } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'
import type { Clock } from '../lib/clock.ts'
import type { EmailBranding } from './branding.ts'
import type { EmailDraft } from './render.ts'
import type { Email, Mailer } from './transports/mailer.ts'

/** The dependencies of sending e-mails. */
export interface MailContext {
  db: Db
  mailer: Mailer
  clock: Clock
  /** The public origin of the shop. */
  origin: string
}

/** The dependencies of writing an e-mail. */
export interface WriteContext extends MailContext {
  branding: EmailBranding
}

/** An e-mail with its recipient, before it is put into the shop's layout. */
export type WrittenEmail = Pick<Email, 'id' | 'to' | 'unsubscribe' | 'replyTo'> & EmailDraft

/** A row of `mail` whose e-mail is to be written and sent. */
export type QueuedEmail = Pick<
  Selectable<Tables['mail']>,
  | 'id'
  | 'kind'
  | 'address'
  | 'alert_id'
  | 'invitation_id'
  | 'answer_id'
  | 'return_id'
  | 'created_at'
  | 'attempts'
  | 'news'
>
