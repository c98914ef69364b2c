import { formatCents, toCents } from '#domain/money.ts'
import type { ShownOrder } from '#domain/orders/order.ts'

/** The account's e-mail, or the address that a guest typed. */
export const customerOf = ({ email, contactEmail }: Pick<ShownOrder, 'email' | 'contactEmail'>): string =>
  email ?? contactEmail ?? 'No e-mail'

/** The order's amount, formatted. */
export const amountOf = ({ amount = 0 }: Pick<ShownOrder, 'amount'>): string => formatCents(toCents(amount))
