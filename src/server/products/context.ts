import type { Db } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import type { Clock, Ids } from '../lib/clock.ts'

/** The dependencies of changing the catalogue. */
export interface CatalogueContext {
  db: Db
  clock: Clock
  ids: Ids
}

/** The admin who makes the change. */
export type Admin = Pick<SignedIn, 'id'>
