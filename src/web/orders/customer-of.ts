import { formatCents, toCents } from '#domain/money.ts'
import type { ShownOrder } from '#domain/orders/order.ts'

/** Who bought: the account's e-mail, or what a guest typed. */
export const customerOf = ({ email, contactEmail }: Pick<ShownOrder, 'email' | 'contactEmail'>): string =>
  email ?? contactEmail ?? 'No e-mail'

/** What it cost, as it is written. */
export const amountOf = ({ amount = 0 }: Pick<ShownOrder, 'amount'>): string => formatCents(toCents(amount))
