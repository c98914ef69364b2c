import { type RawBuilder, sql } from 'kysely'
import { isLate } from '#domain/withdrawals/deadline.ts'
import { readOrderReference } from '#domain/withdrawals/withdrawal.ts'
import type { Db, Tx } from '../db/connection.ts'
import { hashToken, newToken } from '../http/sessions.ts'
import { deliveryColumns, toDeliveryFacts } from '../returns/delivery-facts.ts'

/** An order that a statement names. */
interface NamedOrder {
  id: string
  /** The order's own address. */
  email: string | null
  isLate: boolean
}

/**
 * The order that a text names, if one can withdraw from it: it was paid, also when the money has gone back since. It takes one
 * statement whether there is such an order or not.
 */
export async function findNamedOrder(tx: Tx, contract: string, now: Date): Promise<NamedOrder | undefined> {
  const { number, orderId } = readOrderReference(contract)
  const order = await tx
    .selectFrom('order')
    .select(['id', ownAddress.as('email')])
    .select(deliveryColumns)
    .where(({ eb, or }) => or([eb('number', '=', number), eb('order_id', '=', orderId)]))
    .where('payment_state', 'in', ['paid', 'refunded', 'review'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!order) return undefined
  return { id: order.id, email: order.email, isLate: isLate(toDeliveryFacts(order), now) }
}

const ownAddress = sql<string | null>`coalesce(contact_email, email)`

/** A withdrawal as its e-mails need it; undefined when it is erased. */
export async function findWithdrawal(db: Db, id: string) {
  return await db
    .selectFrom('return')
    .innerJoin('withdrawal', 'return_id', 'return.id')
    .leftJoin('order', 'order.id', 'return.order_id')
    .select([
      'name',
      'contract',
      'withdrawal.email',
      'pieces',
      'asked_at as receivedAt',
      'return.cancelled_at as cancelledAt',
    ])
    .select(['order.number', sql<string | null>`coalesce("order".contact_email, "order".email)`.as('orderEmail')])
    .where('return.id', '=', id)
    .where('withdrawal.email', '<>', '')
    .executeTakeFirst()
}

/** Makes a key of the page "That was not me", of which only the hash is stored. @returns its 43 characters */
export async function addObjectionKey(db: Db, returnId: string): Promise<string> {
  const key = newToken()
  await db
    .insertInto('withdrawal_objection')
    .values({ token_hash: hashToken(key), return_id: returnId })
    .execute()
  return key
}

/**
 * Removes who has withdrawn from these orders, and deletes the e-mails about it. The return stays, with its pieces and times.
 * @param orders SQL for what follows `=`, such as `any(…)`
 */
export async function eraseWithdrawalsOf(tx: Tx, orders: RawBuilder<unknown>): Promise<void> {
  await eraseStatements(tx, sql`select id from return where kind = 'withdrawal' and order_id = ${orders}`)
}

/** The same for withdrawals with these e-mails, which are in lower case; of those that name no order nothing stays. */
export async function eraseWithdrawals(tx: Tx, emails: string[]): Promise<void> {
  const typed = sql`select return_id from withdrawal where lower(email) = any(${emails})`
  await deleteUnknown(tx, typed)
  await eraseStatements(tx, typed)
}

/** Whether a withdrawal has one of these e-mails, which are in lower case. */
export async function hasWithdrawals(db: Db, emails: string[]): Promise<boolean> {
  const { rows } = await sql`select from withdrawal where lower(email) = any(${emails}) limit 1`.execute(db)
  return rows.length > 0
}

const retentionMs = 3 * 365 * 24 * 60 * 60_000

/** Deletes withdrawals that name no order of the shop after three years. */
export async function deleteOldWithdrawals(db: Db, now: Date): Promise<void> {
  const old = sql`select id from return where order_id is null and asked_at < ${new Date(+now - retentionMs)}`
  await db.transaction().execute(tx => deleteUnknown(tx, old))
}

async function eraseStatements(tx: Tx, ids: RawBuilder<unknown>): Promise<void> {
  await sql`delete from withdrawal_objection where return_id in (${ids})`.execute(tx)
  await sql`delete from mail where return_id in (${ids})`.execute(tx)
  await sql`
    update withdrawal set name = '', contract = '', email = '', pieces = case when pieces is not null then '' end
    where return_id in (${ids})`.execute(tx)
}

async function deleteUnknown(tx: Tx, ids: RawBuilder<unknown>): Promise<void> {
  const unknown = sql`select id from return where kind = 'withdrawal' and order_id is null and id in (${ids})`
  await sql`delete from withdrawal_objection where return_id in (${unknown})`.execute(tx)
  await sql`delete from mail where return_id in (${unknown})`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    delete from withdrawal where return_id in (${unknown}) returning return_id as id`.execute(tx)
  await sql`delete from return where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
}
