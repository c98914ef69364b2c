import type { Selectable } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'
import type { Clock } from '../lib/clock.ts'
import type { Mailer } from './transports/mailer.ts'

/** What sending e-mails needs. */
export interface MailContext {
  db: Db
  mailer: Mailer
  clock: Clock
  /** Where visitors find the shop. */
  origin: string
}

/** An e-mail that is to be written and sent. */
export type Waiting = Pick<Selectable<Tables['mail']>, 'id' | 'kind' | 'address' | 'created_at' | 'attempts' | 'news'>
