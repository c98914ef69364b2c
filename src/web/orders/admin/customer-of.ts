import { formatCents, toCents } from '#domain/money.ts'
import type { ShownOrder } from '#domain/orders/order.ts'

/** The account's e-mail, or the address that a guest typed. */
export const customerOf = ({ email, contactEmail }: Pick<ShownOrder, 'email' | 'contactEmail'>): string =>
  email ?? contactEmail ?? 'No e-mail'

/** The order's amount, formatted. */
export const amountOf = ({ amount = 0 }: Pick<ShownOrder, 'amount'>): string => formatCents(toCents(amount))

/** What a refund or a deletion does to the pieces of an order that was not sent, to end a question. */
export const piecesWords = ({ status }: ShownOrder): string =>
  status === 'pending' || status === 'processing'
    ? ' If you count pieces: those of this order leave the number, so count again what lies on the shelf.'
    : ''
