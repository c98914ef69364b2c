import { type RawBuilder, sql } from 'kysely'
import type { OrderStatus, PaymentState } from '#domain/orders/order.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { Tx } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import { conflict } from '../lib/errors.ts'
import { endAccess, lockUsers } from '../users/queries.ts'
import { anonymisedEmail } from './anonymised-email.ts'
import { eraseRelatedRows, isStillNeeded, ordersOf } from './erase-related-rows.ts'

/** A user who is locked until the transaction ends. */
export interface LockedPerson {
  id: string
  email: string
  role: string
  password_hash: string | null
  deleted_at: Date | null
}

/**
 * Locks a user for the transaction, deleted or not. Undoing a deletion locks the audit entry first, so this does too.
 * @returns undefined when there is no such user, or the user is erased
 */
export async function lockPerson(tx: Tx, id: string): Promise<LockedPerson | undefined> {
  await sql`set local statement_timeout = '60s'`.execute(tx)
  await lockUsers(tx)
  await sql`select from audit where record = 'user' and record_id = ${id} order by id for update`.execute(tx)
  return await tx
    .selectFrom('user')
    .select(['id', 'email', 'role', 'password_hash', 'deleted_at'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Erases a user for good: no data identifies them any more. Their orders and reviews stay, without their name.
 * @param person locked by `lockPerson`
 * @param actor the id of the user who erases; undefined for the command line and the shop itself
 * @throws ShopError 409 for the account of an admin, and while the shop still needs one of the user's orders
 */
export async function erasePerson(
  tx: Tx,
  person: LockedPerson,
  actor: string | undefined,
  book: { clock: Clock; ids: Ids },
): Promise<void> {
  const { id, role, deleted_at } = person
  await assertErasable(tx, person)
  await eraseRelatedRows(tx, id)
  await endAccess(tx, id)
  await tx.deleteFrom('second_factor').where('user_id', '=', id).execute()
  await tx.deleteFrom('email_verification').where('user_id', '=', id).execute()
  const now = book.clock.now()
  await tx
    .updateTable('user')
    .set({
      username: 'Deleted user',
      email: anonymisedEmail(id),
      password_hash: null,
      email_verified_at: null,
      profile_image: '',
      bio: '',
      profession: '',
      sizes: null,
      deleted_at: deleted_at ?? now,
      erased_at: now,
    })
    .where('id', '=', id)
    .execute()
  await recordAuditEntry(tx, { actor, action: 'erase', record: 'user', recordId: id, before: { role } }, book)
}

/** Throws ShopError 409 when this user cannot be erased now; see `erasePerson`. */
export async function assertErasable(tx: Tx, { id, role, deleted_at }: LockedPerson): Promise<void> {
  if (role === 'admin' && !deleted_at)
    throw conflict('This is the account of an admin. Another admin must make it the account of a user first.')
  await assertOrdersErasable(tx, ordersOf(id))
}

/** Throws ShopError 409 while the shop still needs the buyer of one of these orders. */
export async function assertOrdersErasable(tx: Tx, ids: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Needed>`
    select order_id, payment_state, status from "order"
    where id in (${ids}) and ${isStillNeeded} order by created_at limit 1 for update`.execute(tx)
  const [order] = rows
  if (order) throw conflict(reasonOf(order))
}

interface Needed {
  order_id: string
  payment_state: PaymentState
  status: OrderStatus
}

function reasonOf({ payment_state: state, status, order_id: orderId }: Needed): string {
  if (state === 'awaiting')
    return `The order ${orderId} awaits its payment. When it is not paid, it ends half an hour after it was begun: please try again then.`
  if (state === 'review')
    return `The payment of the order ${orderId} is being looked at. Please try again once it is settled.`
  if (state !== 'paid' || status === 'completed')
    return `A refund, a return or a dispute of the order ${orderId} is not over yet. Please try again once it is.`
  return `The order ${orderId} is paid and not completed yet: the house still needs its address. Please try again once it is completed.`
}
