import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { Clock, MayDelete } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { runEvery } from '../../lib/run-every.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const lookEveryMs = 20_000
/** Those who were told have so long for their piece before the next ones are told. */
const waveMs = 2 * hourMs
/** Of a size that is no longer counted. */
const piecesUncounted = 100
const lives = { unconfirmedMs: 2 * dayMs, toldMs: 30 * dayMs, waitingMs: 400 * dayMs }

interface AlertContext {
  db: Db
  clock: Clock
}

/**
 * Queues an e-mail to those who wait for a size that is back, in the order in which they asked: to as many as there are free pieces,
 * less those who were told within two hours. Each is told once. Of several processes one tells at a time.
 */
export async function tellAlerts({ db, clock }: AlertContext): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('vitrine alerts')) as "isMine"`.execute(tx)
    if (!rows[0]?.isMine) return
    await sql`
      with awaited as (
        select distinct variant_id from stock_alert where confirmed_at is not null and told_at is null
      ), free as (
        select variant.id,
          case when stock.variant_id is null then ${piecesUncounted}::integer else on_hand - held end - (
            select count(*) from stock_alert
            where stock_alert.variant_id = variant.id and told_at > ${new Date(+now - waveMs)}
          ) as pieces
        from awaited
          join variant on variant.id = awaited.variant_id and variant.deleted_at is null
          join product on product.id = variant.product_id and product.deleted_at is null
          left join stock on stock.variant_id = variant.id
      ), told as (
        update stock_alert set told_at = ${now}
        where id in (
          select waiting.id from free cross join lateral (
            select id from stock_alert
            where variant_id = free.id and confirmed_at is not null and told_at is null
            order by asked_at, id limit greatest(pieces, 0)
          ) waiting
        )
        returning id, email
      )
      insert into mail (id, kind, address, alert_id, created_at, due_at)
      select gen_random_uuid(), 'back-in-stock', email, id, ${now}::timestamptz, ${now}::timestamptz from told`.execute(
      tx,
    )
  })
}

/** Deletes alerts that were not confirmed within two days, a month after they were told, and after 400 days in any case. */
export async function deleteOldAlerts({ db, clock }: AlertContext): Promise<void> {
  const now = +clock.now()
  const before = (ms: number) => new Date(now - ms)
  await sql`
    delete from stock_alert
    where coalesce(told_at, asked_at) < ${before(lives.unconfirmedMs)} and (
      confirmed_at is null or told_at < ${before(lives.toldMs)} or asked_at < ${before(lives.waitingMs)}
    )`.execute(db)
}

/**
 * Tells who waits while the shop runs, and deletes old alerts while its clock can be trusted.
 * @returns a handle whose `close` stops it after the current run
 */
export function startTellingAlerts(
  { mayDelete, ...context }: AlertContext & { mayDelete: MayDelete },
  log: Pick<Log, 'warn'>,
): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: lookEveryMs,
      runsAtStart: true,
      async run() {
        await tellAlerts(context)
        if (await mayDelete()) await deleteOldAlerts(context)
      },
      messageFor: () => 'those who wait for a size could not be told, the shop will try again',
    },
    log,
  )
}
