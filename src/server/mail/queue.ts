import { sql } from 'kysely'
import type { Db, Tx } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'

interface Source {
  clock: Clock
  ids: Ids
}

/**
 * Returns the SQL that queues the buyer's confirmation when an order becomes paid for the first time. It is part of the statement
 * that makes the order paid, so that neither happens without the other.
 * @param parts SQL expressions: a query for the order's id, which may return no row, and the e-mail's id and time
 */
export const orderConfirmationSql = ({ order, id, at }: Record<'order' | 'id' | 'at', string>): string => `
  insert into mail (id, kind, order_id, created_at, next_try_at)
  select ${id}::uuid, 'order-confirmation', paid.id, ${at}::timestamptz, ${at}::timestamptz from (${order}) paid
  where not exists (
    select from order_event where order_event.order_id = paid.id and order_event.kind = 'payment' and value = 'paid'
  )
  on conflict (kind, order_id) where order_id is not null do nothing`

const maxVerificationsAnHour = 5

/** Queues an e-mail with a link that proves that this address is the user's, at most five an hour for one mailbox. */
export async function queueEmailVerification(db: Db, address: string, { clock, ids }: Source): Promise<void> {
  const now = clock.now()
  await sql`
    insert into mail (id, kind, address, created_at, due_at)
    select ${ids.uuid()}, 'verify-email', ${address}, ${now}, ${now}
    where ${maxVerificationsAnHour} > (
      select count(*) from mail
      where kind = 'verify-email' and lower(address) = lower(${address}) and created_at > ${new Date(+now - hourMs)}
    )`.execute(db)
}

/** An admin who set the status by mistake can set it back within this time, and no e-mail is sent. */
const undoableForMs = 10 * 60_000

/**
 * Queues the buyer's e-mail about the shipment: once per order, due in ten minutes, and sent only if the order is shipped then. An
 * e-mail that was not sent because the status had been set back is queued again.
 */
export async function queueOrderShipped(tx: Tx, orderId: string, { clock, ids }: Source): Promise<void> {
  const now = clock.now()
  await sql`
    insert into mail (id, kind, order_id, created_at, due_at)
    values (${ids.uuid()}, 'order-shipped', ${orderId}, ${now}, ${new Date(+now + undoableForMs)})
    on conflict (kind, order_id) where order_id is not null do update
    set created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, failed_at = null, failure = null where mail.sent_at is null`.execute(
    tx,
  )
}

/**
 * Queues the buyer's e-mail about a further parcel, due in ten minutes and sent only if the parcel is there then. While the e-mail
 * about the shipment waits, that one tells of the parcel.
 */
export async function queueParcelSent(
  tx: Tx,
  { id, orderId }: { id: string; orderId: string },
  { clock, ids }: Source,
): Promise<void> {
  if (await hasShippedEmailWaiting(tx, orderId)) return
  const now = clock.now()
  await sql`
    insert into mail (id, kind, shipment_id, created_at, due_at)
    values (${ids.uuid()}, 'parcel-sent', ${id}, ${now}, ${new Date(+now + undoableForMs)})
    on conflict (shipment_id) where shipment_id is not null do nothing`.execute(tx)
}

/** Whether the e-mail about the shipment of an order has not been begun; until the transaction ends, nobody begins it. */
export async function hasShippedEmailWaiting(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from mail
    where kind = 'order-shipped' and order_id = ${orderId} and due_at is not null and attempts = 0
    for update`.execute(tx)
  return rows.length > 0
}

/** Deletes the e-mail about a parcel, which is then not sent. */
export async function dropParcelSent(tx: Tx, shipmentId: string): Promise<void> {
  await sql`delete from mail where shipment_id = ${shipmentId}`.execute(tx)
}

/** Queues the e-mail that tells the buyer of another delivery address; after a further change it is sent again. */
export async function queueAddressChanged(tx: Tx, orderId: string, { clock, ids }: Source): Promise<void> {
  const now = clock.now()
  await sql`
    insert into mail (id, kind, order_id, created_at, due_at)
    values (${ids.uuid()}, 'address-changed', ${orderId}, ${now}, ${now})
    on conflict (kind, order_id) where order_id is not null do update
    set id = excluded.id, created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, sent_at = null,
      failed_at = null, failure = null`.execute(tx)
}

/** Queues the e-mail about the cancellation of an order, once per order; it also says that the money goes back. */
export async function queueOrderCancelled(tx: Tx, orderId: string, { clock, ids }: Source): Promise<void> {
  const now = clock.now()
  await sql`
    insert into mail (id, kind, order_id, created_at, due_at)
    values (${ids.uuid()}, 'order-cancelled', ${orderId}, ${now}, ${now})
    on conflict (kind, order_id) where order_id is not null do nothing`.execute(tx)
}

/** Queues the buyer's e-mail about a refund, once per order. One that was not sent because the refund had failed is queued again. */
export async function queueOrderRefunded(tx: Tx, orderId: string, { clock, ids }: Source): Promise<void> {
  const now = clock.now()
  await sql`
    insert into mail (id, kind, order_id, created_at, due_at)
    values (${ids.uuid()}, 'order-refunded', ${orderId}, ${now}, ${now})
    on conflict (kind, order_id) where order_id is not null do update
    set created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, failed_at = null, failure = null
    where mail.sent_at is null`.execute(tx)
}

/** Queues the buyer's e-mail about a refund of a part of an order, once per refund. */
export async function queuePartRefunded(tx: Tx, refundId: string, { clock, ids }: Source): Promise<void> {
  const now = clock.now()
  await sql`
    insert into mail (id, kind, refund_id, created_at, due_at)
    values (${ids.uuid()}, 'part-refunded', ${refundId}, ${now}, ${now})
    on conflict (refund_id) where refund_id is not null do nothing`.execute(tx)
}

/** Queues the e-mail with the link of an invitation. */
export async function queueInvitation(
  tx: Tx,
  { id, email }: { id: string; email: string },
  { clock, ids }: Source,
): Promise<void> {
  const now = clock.now()
  const row = { id: ids.uuid(), kind: 'invitation', address: email, invitation_id: id } as const
  await tx
    .insertInto('mail')
    .values({ ...row, created_at: now, next_try_at: null, due_at: now })
    .execute()
}

/** Queues the e-mail with an answer to a message. */
export async function queueMessageAnswer(
  tx: Tx,
  { id, email }: { id: string; email: string },
  { clock, ids }: Source,
): Promise<void> {
  const now = clock.now()
  const row = { id: ids.uuid(), kind: 'message-answer', address: email, answer_id: id } as const
  await tx
    .insertInto('mail')
    .values({ ...row, created_at: now, next_try_at: null, due_at: now })
    .execute()
}

/** Queues an e-mail to every admin about a new dispute. */
export async function queueDisputeOpened(tx: Tx, disputeId: string, { clock }: Pick<Source, 'clock'>): Promise<void> {
  const now = clock.now()
  await sql`
    insert into mail (id, kind, address, dispute_id, created_at, due_at)
    select gen_random_uuid(), 'dispute-opened', email, ${disputeId}, ${now}, ${now}
    from "user" where role = 'admin' and deleted_at is null`.execute(tx)
}

const hourMs = 60 * 60_000
const maxResetsAnHour = 5

/**
 * Queues a password reset for an address, at most five times an hour. The account is looked up only when the e-mail is written, so
 * that the request takes the same time for any address. Somebody who requests too many for another person neither fills that
 * person's mailbox nor changes the response that they get.
 */
export async function queuePasswordReset(db: Db, address: string, { clock, ids }: Source): Promise<void> {
  const now = clock.now()
  await sql`
    insert into mail (id, kind, address, created_at, next_try_at)
    select ${ids.uuid()}, 'password-reset', ${address}, ${now}, ${now}
    where ${maxResetsAnHour} > (
      select count(*) from mail
      where kind = 'password-reset' and lower(address) = lower(${address}) and created_at > ${new Date(+now - hourMs)}
    )`.execute(db)
}

/** Queues an e-mail to a buyer about a return, once for each step. */
export async function queueReturnEmail(
  tx: Tx,
  kind: `return-${'asked' | 'arrived' | 'settled' | 'refused' | 'cancelled'}` | 'swap-ended',
  returnId: string,
  { clock, ids }: Source,
): Promise<void> {
  const now = clock.now()
  await sql`
    insert into mail (id, kind, return_id, created_at, due_at)
    values (${ids.uuid()}, ${kind}, ${returnId}, ${now}, ${now})
    on conflict (kind, return_id) where return_id is not null do nothing`.execute(tx)
}

const maxReceiptsAnHour = 5

/** Queues the receipt of a withdrawal, at most five an hour for one mailbox: anybody can type the address of another. */
export async function queueWithdrawalReceived(
  tx: Tx,
  { id, email }: { id: string; email: string },
  { clock, ids }: Source,
): Promise<void> {
  const now = clock.now()
  await sql`
    insert into mail (id, kind, return_id, created_at, due_at)
    select ${ids.uuid()}, 'withdrawal-received', ${id}, ${now}, ${now}
    where ${maxReceiptsAnHour} > (
      select count(*) from mail join withdrawal on withdrawal.return_id = mail.return_id
      where kind = 'withdrawal-received' and lower(email) = lower(${email}) and created_at > ${new Date(+now - hourMs)}
    )`.execute(tx)
}

/**
 * Queues the e-mail that tells an order's own address of a withdrawal, at most five an hour for one order.
 * @param withdrawal.orderId null when nobody is to be told
 */
export async function queueWithdrawalNotice(
  tx: Tx,
  { id, orderId }: { id: string; orderId: string | null },
  { clock, ids }: Source,
): Promise<void> {
  const now = clock.now()
  await sql`
    insert into mail (id, kind, return_id, created_at, due_at)
    select ${ids.uuid()}, 'withdrawal-notice', ${id}, ${now}, ${now}
    where ${orderId}::uuid is not null and ${maxReceiptsAnHour} > (
      select count(*) from mail join return on return.id = mail.return_id
      where mail.kind = 'withdrawal-notice' and return.order_id = ${orderId} and created_at > ${new Date(+now - hourMs)}
    )`.execute(tx)
}
