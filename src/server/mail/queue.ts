import { sql } from 'kysely'
import type { Db, Tx } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'

interface Source {
  clock: Clock
  ids: Ids
}

/**
 * What notes that the buyer of an order is to be written to, once however often it is asked. A part of the statement that
 * makes the order paid, so that neither can be without the other.
 * @param parts of that statement: what selects the order's id, or nothing, and the values for the e-mail's id and time
 */
export const orderConfirmation = ({ order, id, at }: Record<'order' | 'id' | 'at', string>): string => `
  insert into mail (id, kind, order_id, created_at, next_try_at)
  select ${id}::uuid, 'order-confirmation', paid.id, ${at}::timestamptz, ${at}::timestamptz from (${order}) paid
  on conflict (kind, order_id) where order_id is not null do nothing`

/** For so long whoever has clicked by mistake can set the status back, and nobody is written to. */
const undoableForMs = 10 * 60_000

/**
 * Notes that the buyer is to be told that their order was shipped: once, in ten minutes, if it is shipped then. An e-mail that was
 * not sent, because the status had been set back, gets another turn.
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

/** Notes that the buyer is to be told, once, that their money goes back. */
export async function queueOrderRefunded(tx: Tx, orderId: string, { clock, ids }: Source): Promise<void> {
  const now = clock.now()
  await sql`
    insert into mail (id, kind, order_id, created_at, due_at)
    values (${ids.uuid()}, 'order-refunded', ${orderId}, ${now}, ${now})
    on conflict (kind, order_id) where order_id is not null do nothing`.execute(tx)
}

/** Notes that every admin is to be told of a dispute that was opened. */
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
 * Notes that somebody forgot the password of an account with this address, at most five times an hour. Whether there is such
 * an account is looked up when the e-mail is written, so that asking takes the same time for any address; whoever asks too
 * often for somebody else neither fills a mailbox nor changes what its owner is answered.
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
