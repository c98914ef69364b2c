import { sql } from 'kysely'
import { Gauge, Registry } from 'prom-client'
import { paymentStates } from '#domain/orders/order.ts'
import type { Db } from '../db/connection.ts'
import type { Clock } from '../lib/clock.ts'
import { memoizeFor } from '../lib/memoize-for.ts'
import type { openDependencyChecks } from './dependency-checks.ts'

interface Parts {
  db: Db
  clock: Clock
  dependencies: Pick<ReturnType<typeof openDependencyChecks>, 'storage' | 'freeBytes'>
}

interface Figures {
  orders: Record<string, number>
  emails: number
  oldestEmail: Date | null
  undeliverable: number
  mostlyHeld: number
  /** When each job last succeeded, by kind. */
  jobs: Record<string, string>
}

const timing = { everyMs: 5_000, deadlineMs: 1_500 }

/**
 * Registers the metrics of the shop as a whole, from the database and the dependencies. They are read at a scrape, at most every
 * five seconds; unavailable values are left out.
 */
export function openShopMetrics({ db, clock, dependencies }: Parts): Registry {
  const registry = new Registry()
  const registers = [registry]
  const figures = memoizeFor<Figures | undefined>(() => findFigures(db), { ...timing, silent: undefined })

  new Gauge({
    name: 'vitrine_database_up',
    help: '1 while the database responds.',
    registers,
    async collect() {
      this.set((await figures()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'vitrine_orders',
    help: 'Orders by payment state, without deleted ones.',
    labelNames: ['payment_state'],
    registers,
    async collect() {
      this.reset()
      const known = await figures()
      for (const [payment_state, n] of Object.entries(known?.orders ?? {})) this.set({ payment_state }, n)
    },
  })
  gauge('vitrine_letters_waiting', 'E-mails that wait to be sent.', async () => (await figures())?.emails)
  gauge(
    'vitrine_mail_undeliverable',
    'E-mails that are not retried any more.',
    async () => (await figures())?.undeliverable,
  )
  gauge(
    'vitrine_stock_mostly_held',
    'Sizes of which open checkouts hold more than half of the pieces.',
    async () => (await figures())?.mostlyHeld,
  )
  gauge('vitrine_letters_oldest_seconds', 'How long the oldest of them has waited.', async () => {
    const known = await figures()
    return known && (known.oldestEmail ? (+clock.now() - +known.oldestEmail) / 1000 : 0)
  })
  new Gauge({
    name: 'vitrine_chore_last_success_timestamp_seconds',
    help: 'Time of the last successful backup, restore drill and check.',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset()
      const known = await figures()
      for (const [kind, at] of Object.entries(known?.jobs ?? {})) this.set({ kind }, Date.parse(at) / 1000)
    },
  })
  gauge('vitrine_storage_up', '1 while the storage of pictures responds.', async () =>
    (await dependencies.storage()) === 'ok' ? 1 : 0,
  )
  new Gauge({
    name: 'vitrine_disk_free_bytes',
    help: 'Free space on the disks of DATA_DIR and of the embedded database.',
    labelNames: ['disk'],
    registers,
    async collect() {
      this.reset()
      for (const [disk, free] of Object.entries(await dependencies.freeBytes()))
        if (free !== undefined) this.set({ disk }, free)
    },
  })
  return registry

  function gauge(name: string, help: string, read: () => Promise<number | undefined>) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read()
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  }
}

/** Reads indexes and counters only, so that it takes no longer with a million orders. */
async function findFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select
      (select jsonb_object_agg(state, coalesce(n, 0)) from unnest(${paymentStates}::text[]) state left join (
        select 'awaiting' as state, count(*) as n from "order" where payment_state = 'awaiting'
        union all
        select payment_state, sum(n) from ended_order_tally group by payment_state
        union all
        select payment_state, sum(n) from order_tally group by payment_state
      ) each using (state)) as orders,
      emails, "oldestEmail",
      (select count(*) from mail where failed_at is not null and next_try_at is null and due_at is null) as undeliverable,
      (
        select count(distinct stock.variant_id)
        from "order" join order_line on order_line.order_id = "order".id and takes_stock
          join stock on stock.variant_id = order_line.variant_id and stock.held * 2 > stock.on_hand
        where payment_state = 'awaiting'
      ) as "mostlyHeld",
      (select coalesce(jsonb_object_agg(kind, at), '{}') from (
        select kind, max(finished_at) as at from chore where facts is not null group by kind
      ) done) as jobs
    from (
      select count(*) as emails, min(created_at) as "oldestEmail" from (
        select created_at from mail where next_try_at is not null
        union all
        select created_at from mail where due_at is not null
      ) waiting
    ) mail`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('The database told no figures')
  return figures
}
