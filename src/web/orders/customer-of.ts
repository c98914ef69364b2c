import type { ShownOrder } from '#domain/order.ts'

/** Who bought: the account's e-mail, or what a guest typed. */
export const customerOf = ({ email, contactEmail }: Pick<ShownOrder, 'email' | 'contactEmail'>): string =>
  email ?? contactEmail ?? 'No e-mail'
