import { type SqlBool, sql } from 'kysely'
import { validate } from 'uuid'
import type { Invoice } from '#domain/costs/invoice.ts'
import { hasStaffRights } from '#domain/users/user.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { SignedIn } from '../http/sessions.ts'
import { isOpenedBy } from '../orders/key-queries.ts'
import { wholeInvoices } from './queries.ts'

/**
 * Returns the invoice and the credit notes of an order, for its buyer, for anybody with a key of it, and for staff and admins.
 * @param idOrOrderId either id of the order
 * @returns undefined when there is no such order, or this viewer may not see it
 */
export async function findInvoicesOf(
  { db, clock }: Pick<CheckoutContext, 'db' | 'clock'>,
  idOrOrderId: string,
  { caller, key }: { caller?: SignedIn; key?: string },
): Promise<Invoice[] | undefined> {
  if (!caller && !key) return undefined
  let query = db
    .selectFrom('order')
    .select(wholeInvoices)
    .where(validate(idOrOrderId) ? 'id' : 'order_id', '=', idOrOrderId)
    .where('deleted_at', 'is', null)
  if (!caller || !hasStaffRights(caller.role)) {
    const isOpened = key ? isOpenedBy(key, clock.now()) : sql`false`
    query = query.where(sql<SqlBool>`(user_id = ${caller?.id ?? null} or ${isOpened})`)
  }
  const order = await query.executeTakeFirst()
  return order?.invoices.map(({ snapshot }) => snapshot)
}
