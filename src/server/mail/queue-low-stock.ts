import { sql } from 'kysely'
import { usuallyLowAt } from '#domain/stock/board.ts'
import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import type { MailContext } from './context.ts'

const lookEveryMs = 60_000
const dayMs = 24 * 60 * 60_000
const hour = 6

/** The next 6:00, UTC. */
function nextMorning(now: Date): Date {
  const morning = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour)
  return new Date(morning > +now ? morning : morning + dayMs)
}

/**
 * Queues an e-mail to every admin once a day, after 6:00 UTC, when a size has become low or a run broken since the last one. What
 * has recovered meanwhile is new when it becomes low again. Of several processes that run it at the same time, one queues.
 */
export async function queueLowStock({ db, clock }: Pick<MailContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<{ isDue: boolean }>`
    select next_at <= ${now} as "isDue" from low_stock_turn`.execute(db)
  if (!rows[0]?.isDue) return
  await sql`
    with turn as (
      update low_stock_turn set next_at = ${nextMorning(now)} where next_at <= ${now} returning next_at
    ), low as materialized (
      select 'low' as kind, stock.variant_id as subject_id
      from turn, stock
        join variant on variant.id = stock.variant_id and variant.deleted_at is null
        join product on product.id = stock.product_id and product.deleted_at is null
      where on_hand - held <= coalesce(stock.low_at, ${usuallyLowAt}::integer)
      union all
      select 'broken', product.id from turn, product where broken_run and deleted_at is null
    ), ended as (
      delete from low_stock_told told using turn
      where not exists (select from low where low.kind = told.kind and low.subject_id = told.subject_id)
    ), news as (
      insert into low_stock_told (kind, subject_id, told_at) select kind, subject_id, ${now}::timestamptz from low
      on conflict do nothing
      returning kind
    )
    insert into mail (id, kind, address, created_at, due_at)
    select gen_random_uuid(), 'low-stock', email, ${now}::timestamptz, ${now}::timestamptz from "user"
    where role = 'admin' and deleted_at is null and exists (select from news)`.execute(db)
}

/**
 * Queues the daily e-mail about low stock while the shop runs.
 * @returns a handle whose `close` stops it after the current run
 */
export function startQueueingLowStock(
  context: Pick<MailContext, 'db' | 'clock'>,
  log: Pick<Log, 'warn'>,
): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: lookEveryMs,
      runsAtStart: true,
      run: () => queueLowStock(context),
      messageFor: () => 'low stock could not be looked at, the shop will try again',
    },
    log,
  )
}
