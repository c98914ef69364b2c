import type { Db } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import type { Clock, Ids } from '../lib/clock.ts'

/** What keeping the catalogue needs. */
export interface CatalogueContext {
  db: Db
  clock: Clock
  ids: Ids
}

/** The admin at the desk. */
export type Admin = Pick<SignedIn, 'id'>
