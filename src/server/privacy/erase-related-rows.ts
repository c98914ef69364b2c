import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { isOpenDispute } from '../payments/disputes/queries.ts'
import { nameless } from './anonymised-email.ts'

/** The ids of all orders of a user, paid or not, deleted or not: one part for each index. */
export const ordersOf = (userId: string): RawBuilder<unknown> => sql`
  select id from "order"
  where user_id = ${userId} and payment_state in ('paid', 'refunded', 'review') and deleted_at is null
  union select id from "order"
  where user_id = ${userId} and (payment_state in ('failed', 'expired') or deleted_at is not null)
  union select id from "order" where user_id = ${userId} and payment_state = 'awaiting'`

/**
 * Holds for an order that the shop cannot handle without knowing whose it is: its money or its goods are on their way, or the
 * buyer's bank disputes it.
 */
export const isStillNeeded = sql<SqlBool>`
  (payment_state = 'awaiting'
    or (deleted_at is null and (payment_state = 'review' or (payment_state = 'paid' and status <> 'completed')))
    or exists (select from refund where refund.order_id = "order".id and state = 'asked')
    or exists (select from dispute where dispute.order_id = "order".id and ${isOpenDispute}))`

/**
 * Takes out of everything but the user's own row who they were and where they live. What an order still needs stays, so it may be
 * called again later. Money, goods, times and what they wrote of products stay.
 */
export async function eraseTraces(tx: Tx, userId: string): Promise<void> {
  const emails = await emailsOf(tx, userId)
  await eraseAuditEntries(tx, userId, emails)
  await eraseChecks(tx, emails)
  const { rows } = await sql<{ id: string }>`
    select id from "order" where id in (${ordersOf(userId)}) and not ${isStillNeeded}
    order by id for update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await eraseOrders(tx, ids, emails)
}

/** Takes the buyer out of these orders, and deletes all e-mails about them and to these addresses, which are in lower case. */
export async function eraseOrders(tx: Tx, ids: string[], emails: string[]): Promise<void> {
  const orders = sql`any(${ids}::uuid[])`
  await sql`
    update "order" set email = null, contact_email = null
    where id = ${orders} and (email is not null or contact_email is not null)`.execute(tx)
  await sql`delete from address where order_id = ${orders}`.execute(tx)
  await sql`delete from mail where order_id = ${orders} or lower(address) = any(${emails})`.execute(tx)
}

/** In lower case: the one that they have, and those that the audit remembers. */
async function emailsOf(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from "user" where id = ${userId}
    union select lower(before ->> 'email') from audit
    where record = 'user' and record_id = ${userId} and before ? 'email'`.execute(tx)
  return rows.map(({ email }) => email)
}

/** Who did what to whom stays, under ids: of a person the role alone, of an admin not the address that stands in an order's history. */
async function eraseAuditEntries(tx: Tx, userId: string, emails: string[]): Promise<void> {
  const roleOf = (fields: RawBuilder<unknown>) =>
    sql`case when ${fields} ? 'role' then jsonb_build_object('role', ${fields} -> 'role') end`
  await sql`
    update audit set before = ${roleOf(sql`before`)}, after = ${roleOf(sql`after`)}
    where record = 'user' and record_id = ${userId}`.execute(tx)
  await sql`
    update order_event set actor = ${nameless(userId)}
    where lower(actor) = any(${emails}) and order_id in (
      select record_id from audit where record = 'order' and actor = ${userId}
    )`.execute(tx)
  await sql`update refund set actor = ${nameless(userId)} where actor_id = ${userId}`.execute(tx)
}

/** A check of the shop says whom it found something amiss with. */
export async function eraseChecks(tx: Tx, emails: string[]): Promise<void> {
  for (const email of emails) {
    const text = JSON.stringify(email).slice(1, -1)
    await sql`
      update chore set facts = regexp_replace(facts::text, ${escaped(text)}, 'somebody', 'gi')::jsonb
      where position(${text} in lower(facts::text)) > 0`.execute(tx)
  }
}

const escaped = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')
