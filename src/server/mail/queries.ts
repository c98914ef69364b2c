import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UndeliverableMail } from '#domain/integrity.ts'
import type { Db } from '../db/connection.ts'

const maxShown = 100

/** The previous release may requeue an e-mail without clearing `failed_at`, so the times of the next attempt decide too. */
const isUndeliverable = sql<SqlBool>`failed_at is not null and next_try_at is null and due_at is null`

/** The order that an e-mail is about, also by its refund, its parcel or its return. */
const orderId: RawBuilder<string | null> = sql`
  coalesce(
    mail.order_id,
    (select refund.order_id from refund where refund.id = mail.refund_id),
    (select shipment.order_id from shipment where shipment.id = mail.shipment_id),
    (select return.order_id from return where return.id = mail.return_id)
  )`

const recipient: RawBuilder<string | null> = sql`
  coalesce(address,
    (select email from withdrawal where withdrawal.return_id = mail.return_id and kind = 'withdrawal-received'),
    (select coalesce(contact_email, email) from "order" where "order".id = ${orderId}))`

/** Returns how many e-mails were given up and not requeued, and the newest hundred of them. */
export async function findUndeliverable(db: Db): Promise<UndeliverableMail> {
  const { rows } = await sql<UndeliverableMail['emails'][number] & { total: number }>`
    select id as _id, kind, coalesce(${recipient}, '') as "to", coalesce(failure, '') as reason, failed_at as "failedAt",
      (select order_id from "order" where "order".id = ${orderId}) as "orderId", (count(*) over ())::int as total
    from mail where ${isUndeliverable} order by failed_at desc, id limit ${maxShown}`.execute(db)
  const emails = rows.map(({ total, failedAt, ...email }) => ({ ...email, failedAt: new Date(failedAt).toISOString() }))
  return { total: rows[0]?.total ?? 0, emails }
}

/**
 * Requeues undeliverable e-mails, which are then retried for another five days.
 * @param which an e-mail's id or a recipient's address; undefined for all
 * @returns how many were requeued
 */
export async function resendUndeliverable(db: Db, now: Date, which?: string): Promise<number> {
  const isSelected =
    which === undefined ? sql`true` : sql`(id::text = ${which} or lower(${recipient}) = lower(${which}))`
  const { numAffectedRows = 0n } = await sql`
    update mail set created_at = ${now}, attempts = 0, failed_at = null, failure = null,
      next_try_at = case when kind = 'order-confirmation' then ${now}::timestamptz end,
      due_at = case when kind <> 'order-confirmation' then ${now}::timestamptz end
    where ${isUndeliverable} and ${isSelected}`.execute(db)
  return Number(numAffectedRows)
}

/** SQL: whether an e-mail is about an account, and not about what anybody may have asked for with the same address. */
export const isOfAccount = sql<boolean>`(alert_id is null and invitation_id is null and answer_id is null)`
