import type { Db } from '../db/connection.ts'
import type { Limits } from '../http/limits/rate-limit.ts'
import type { Sessions } from '../http/sessions.ts'
import type { ImageStorage } from '../images/storage.ts'
import type { Clock, Ids } from '../lib/clock.ts'

/** The dependencies of accounts. */
export interface Accounts {
  db: Db
  sessions: Sessions
  images: ImageStorage
  clock: Clock
  ids: Ids
  limits: Limits
  /** The public origin of the shop. */
  origin: string
}
