import type { Db } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import type { PaymentProvider } from '../payments/provider.ts'

/** The dependencies of the checkout. */
export interface CheckoutContext {
  db: Db
  payments: PaymentProvider
  clock: Clock
  ids: Ids
  /** The public origin of the shop. */
  origin: string
}
