import type { Db } from '../db/connection.ts'
import type { Clock, Ids } from '../providers/clock.ts'
import type { PaymentProvider } from '../providers/payments/provider.ts'

/** What taking orders needs. */
export interface Till {
  db: Db
  payments: PaymentProvider
  clock: Clock
  ids: Ids
  /** Where visitors find the shop. */
  origin: string
}
