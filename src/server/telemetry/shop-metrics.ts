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
  letters: number
  oldestLetter: Date | null
  undeliverable: number
  /** When each job was last done, by its kind. */
  jobs: Record<string, string>
}

const often = { everyMs: 5_000, deadlineMs: 1_500 }

/**
 * What the database and the dependencies tell of the shop as a whole: asked when somebody wants to know, at most every five
 * seconds. Values that are not to be had are left out.
 */
export function openShopFigures({ db, clock, dependencies }: Parts): Registry {
  const registry = new Registry()
  const registers = [registry]
  const figures = memoizeFor<Figures | undefined>(() => findFigures(db), { ...often, silent: undefined })

  new Gauge({
    name: 'vitrine_database_up',
    help: 'Whether the database answers.',
    registers,
    async collect() {
      this.set((await figures()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'vitrine_orders',
    help: 'Orders by payment; those that were deleted are left out.',
    labelNames: ['payment_state'],
    registers,
    async collect() {
      this.reset()
      const known = await figures()
      for (const [payment_state, n] of Object.entries(known?.orders ?? {})) this.set({ payment_state }, n)
    },
  })
  shown('vitrine_letters_waiting', 'Letters that are to be sent.', async () => (await figures())?.letters)
  shown('vitrine_mail_undeliverable', 'E-mails that were given up.', async () => (await figures())?.undeliverable)
  shown('vitrine_letters_oldest_seconds', 'How long the oldest of them has waited.', async () => {
    const known = await figures()
    return known && (known.oldestLetter ? (+clock.now() - +known.oldestLetter) / 1000 : 0)
  })
  new Gauge({
    name: 'vitrine_chore_last_success_timestamp_seconds',
    help: 'When a backup, a drill and a check were last done.',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset()
      const known = await figures()
      for (const [kind, at] of Object.entries(known?.jobs ?? {})) this.set({ kind }, Date.parse(at) / 1000)
    },
  })
  shown('vitrine_storage_up', 'Whether the storage of pictures answers.', async () =>
    (await dependencies.storage()) === 'ok' ? 1 : 0,
  )
  new Gauge({
    name: 'vitrine_disk_free_bytes',
    help: 'Room where DATA_DIR is, and where the database of this machine is.',
    labelNames: ['disk'],
    registers,
    async collect() {
      this.reset()
      for (const [disk, free] of Object.entries(await dependencies.freeBytes()))
        if (free !== undefined) this.set({ disk }, free)
    },
  })
  return registry

  function shown(name: string, help: string, read: () => Promise<number | undefined>) {
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

/** By indexes and kept tallies alone: it takes as long with a million orders. */
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
      letters, "oldestLetter",
      (select count(*) from mail where failed_at is not null and next_try_at is null and due_at is null) as undeliverable,
      (select coalesce(jsonb_object_agg(kind, at), '{}') from (
        select kind, max(finished_at) as at from chore where facts is not null group by kind
      ) done) as jobs
    from (
      select count(*) as letters, min(created_at) as "oldestLetter" from (
        select created_at from mail where next_try_at is not null
        union all
        select created_at from mail where due_at is not null
      ) waiting
    ) mail`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('The database told no figures')
  return figures
}
