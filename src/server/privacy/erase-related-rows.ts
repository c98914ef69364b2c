import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { eraseAnswers } from '../contact/queries.ts'
import type { Tx } from '../db/connection.ts'
import { eraseBuyers } from '../invoices/queries.ts'
import { isOfAccount } from '../mail/queries.ts'
import { isOpenDispute } from '../payments/disputes/queries.ts'
import { eraseReturns } from '../returns/queries.ts'
import { eraseParcels } from '../shipments/queries.ts'
import { eraseAlerts } from '../stock/alerts/queries.ts'
import { eraseInvitations } from '../users/invitations/queries.ts'
import { eraseWishlist } from '../wishlist/queries.ts'
import { eraseWithdrawals, eraseWithdrawalsOf } from '../withdrawals/queries.ts'
import { anonymisedEmail } from './anonymised-email.ts'

/** Returns the SQL for the ids of all orders of a user, paid or not, deleted or not: one part for each index. */
export const ordersOf = (userId: string): RawBuilder<unknown> => sql`
  select id from "order"
  where user_id = ${userId} and payment_state in ('paid', 'refunded', 'review') and deleted_at is null
  union select id from "order"
  where user_id = ${userId} and (payment_state in ('failed', 'expired') or deleted_at is not null)
  union select id from "order" where user_id = ${userId} and payment_state = 'awaiting'`

/**
 * The SQL condition for an order whose buyer the shop still needs to know: its payment, refund, delivery or return is under way, or
 * the buyer's bank disputes the payment.
 */
export const isStillNeeded = sql<SqlBool>`
  (payment_state = 'awaiting'
    or (deleted_at is null and (payment_state = 'review' or (payment_state = 'paid' and status <> 'completed')))
    or exists (select from refund where refund.order_id = "order".id and state = 'asked')
    or exists (
      select from return where return.order_id = "order".id and kind = 'return'
        and num_nonnulls(settled_at, refused_at, return.cancelled_at) = 0
    )
    or exists (select from dispute where dispute.order_id = "order".id and ${isOpenDispute}))`

/**
 * Removes the identity and address of a user from all rows but their own. What an order still needs stays, so it may be called again
 * later. Amounts, products, times and reviews stay, those without a height, a usual size and the shop's answers.
 */
export async function eraseRelatedRows(tx: Tx, userId: string): Promise<void> {
  const emails = await emailsOf(tx, userId)
  await eraseAuditEntries(tx, userId, emails)
  await eraseChecks(tx, emails)
  await eraseFromReviews(tx, userId)
  await eraseWishlist(tx, userId)
  const confirmed = await confirmedEmailOf(tx, userId)
  await eraseAlerts(tx, confirmed)
  await eraseInvitations(tx, confirmed)
  await eraseAnswers(tx, confirmed)
  await eraseWithdrawals(tx, confirmed)
  const { rows } = await sql<{ id: string }>`
    select id from "order" where id in (${ordersOf(userId)}) and not ${isStillNeeded}
    order by id for update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await eraseOrders(tx, ids, confirmed)
  await sql`delete from mail where lower(address) = any(${emails}) and ${isOfAccount}`.execute(tx)
}

/**
 * Removes the buyer from these orders, and deletes the admins' notes and reasons, the buyer's messages about them, the tracking of
 * parcels, all e-mails about them and to these addresses.
 * @param emails in lower case, proved to be the buyer's
 */
export async function eraseOrders(tx: Tx, ids: string[], emails: string[]): Promise<void> {
  const orders = sql`any(${ids}::uuid[])`
  await sql`
    update "order" set email = null, contact_email = null
    where id = ${orders} and (email is not null or contact_email is not null)`.execute(tx)
  await sql`delete from address where order_id = ${orders}`.execute(tx)
  await eraseBuyers(tx, orders)
  await eraseWithdrawalsOf(tx, orders)
  await sql`delete from order_key where order_id = ${orders}`.execute(tx)
  await sql`delete from order_note where order_id = ${orders}`.execute(tx)
  await sql`delete from contact_message where order_id = ${orders}`.execute(tx)
  await eraseParcels(tx, orders)
  await eraseReturns(tx, orders)
  await sql`update refund set note = null where order_id = ${orders} and note is not null`.execute(tx)
  await sql`
    delete from mail where order_id = ${orders} or lower(address) = any(${emails})
      or refund_id in (select id from refund where order_id = ${orders})`.execute(tx)
}

/** Returns the e-mails of a user in lower case: the current one, and those in the audit. */
async function emailsOf(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from "user" where id = ${userId}
    union select lower(before ->> 'email') from audit
    where record = 'user' and record_id = ${userId} and before ? 'email'`.execute(tx)
  return rows.map(({ email }) => email)
}

/** The e-mail of a user in lower case, if they have proved that it is theirs: anybody can register with the address of another. */
async function confirmedEmailOf(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from "user" where id = ${userId} and email_verified_at is not null`.execute(tx)
  return rows.map(({ email }) => email)
}

/** The audit still shows, under ids, who did what to whom: of a user the role alone. An admin's e-mail in order histories is replaced. */
async function eraseAuditEntries(tx: Tx, userId: string, emails: string[]): Promise<void> {
  const roleOf = (fields: RawBuilder<unknown>) =>
    sql`case when ${fields} ? 'role' then jsonb_build_object('role', ${fields} -> 'role') end`
  await sql`
    update audit set before = ${roleOf(sql`before`)}, after = ${roleOf(sql`after`)}
    where record = 'user' and record_id = ${userId}`.execute(tx)
  await sql`
    update order_event set actor = ${anonymisedEmail(userId)}
    where lower(actor) = any(${emails}) and order_id in (
      select record_id from audit where record = 'order' and actor = ${userId}
    )`.execute(tx)
  await sql`
    update shipment set actor = ${anonymisedEmail(userId)}
    where lower(actor) = any(${emails}) and order_id in (
      select record_id from audit where record = 'order' and actor = ${userId}
    )`.execute(tx)
  await sql`update refund set actor = ${anonymisedEmail(userId)} where actor_id = ${userId}`.execute(tx)
}

/** Height and usual size of a user go, and the shop's answers, also from the audit: an answer often begins with a name. */
async function eraseFromReviews(tx: Tx, userId: string): Promise<void> {
  const written = sql`select id from review where user_id = ${userId}`
  await sql`
    update review set answer = null, answered_at = null, height_cm = null, usual_size = null
    where id in (${written}) and (answer is not null or height_cm is not null or usual_size is not null)`.execute(tx)
  await sql`
    update audit set before = null, after = null
    where record = 'review' and action in ('answer', 'remove answer') and record_id in (${written})`.execute(tx)
}

/** Replaces these e-mails in the stored results of the integrity checks, which name the users that they found a fault with. */
export async function eraseChecks(tx: Tx, emails: string[]): Promise<void> {
  for (const email of emails) {
    const text = JSON.stringify(email).slice(1, -1)
    await sql`
      update chore set facts = regexp_replace(facts::text, ${escaped(text)}, 'somebody', 'gi')::jsonb
      where position(${text} in lower(facts::text)) > 0`.execute(tx)
  }
}

const escaped = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')
