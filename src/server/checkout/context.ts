import type { Db } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import type { PaymentProvider } from '../payments/provider.ts'

/** What taking orders needs. */
export interface CheckoutContext {
  db: Db
  payments: PaymentProvider
  clock: Clock
  ids: Ids
  /** Where visitors find the shop. */
  origin: string
}
