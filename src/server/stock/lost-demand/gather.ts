import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DemandKind } from '#domain/stock/lost-demand.ts'
import type { Db } from '../../db/connection.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { runEvery } from '../../lib/run-every.ts'

/** What a visitor asked for and could not buy. */
export type Demand = DemandOfSize & ({ productId: string; variantId: string } | NoProduct)

/** A filter by size that found nothing is about no product. */
type NoProduct = { kind: 'filtered'; productId: null; variantId: null }

interface DemandOfSize {
  kind: DemandKind
  /** A code of `domain/products/size.ts`, or what a filter by size names. */
  size: string
  /** What the visitor would have paid. */
  cents: number
}

/** What a visitor counts once a day for: a variant, or without one the size of a filter. */
type Subject = { variantId: string } | { variantId: null; size: string }

export interface DemandGatherer {
  /** Notes what a visitor asked for, once a day for each size whatever the kind. Never fails. */
  note(visitor: string, demand: Demand): void
  /** Whether this visitor was noted today for this size. */
  isNoted(visitor: string, subject: Subject): boolean
  /** Stores what was noted since the last time. */
  flush(): Promise<void>
  /** Stops, after what was noted is stored. */
  close(): Promise<void>
}

interface DemandContext {
  db: Db
  clock: Clock
  log: Pick<Log, 'warn'>
  /** At most so many visits are remembered, about 100 bytes each; beyond it nothing is noted until the next day. */
  maxNoted?: number
}

/** A row of `lost_demand`. */
type DemandSum = Demand & { day: string; visitors: number }

const flushEveryMs = 2_000

/**
 * Gathers lost demand in this process, and stores it every two seconds in one statement. Who asked is remembered until the day
 * (UTC) ends, as a hash and only here: nothing of a visitor is stored. Of several processes each counts for itself.
 */
export function gatherDemand({ db, clock, log, maxNoted = 50_000 }: DemandContext): DemandGatherer {
  let today = ''
  const noted = new Set<string>()
  let sums = new Map<string, DemandSum>()
  const job = runEvery({ everyMs: flushEveryMs, runsAtStart: false, run: flush, messageFor: () => notStored }, log)

  function startDay(): string {
    const day = clock.now().toISOString().slice(0, 10)
    if (day !== today) noted.clear()
    today = day
    return day
  }

  function isNoted(visitor: string, subject: Subject): boolean {
    startDay()
    return noted.has(hashOf(visitor, subject))
  }

  function note(visitor: string, demand: Demand): void {
    const day = startDay()
    const hash = hashOf(visitor, demand)
    if (noted.has(hash) || noted.size >= maxNoted) return
    const key = keyOf({ day, ...demand })
    if (!sums.has(key) && sums.size >= maxNoted) return // the database has been away for long
    noted.add(hash)
    add(sums, key, { ...demand, day, visitors: 1 })
  }

  async function flush(): Promise<void> {
    if (sums.size === 0) return
    const stored = sums
    sums = new Map()
    try {
      await store(db, stored)
    } catch (error) {
      for (const [key, sum] of stored) add(sums, key, sum) // for the next time
      throw error
    }
  }

  return {
    note,
    isNoted,
    flush,
    async close() {
      await job.close()
      try {
        await flush()
      } catch (err) {
        log.warn({ err }, notStored)
      }
    },
  }
}

const notStored = 'what visitors asked for in vain could not be stored'

const hashOf = (visitor: string, subject: Subject) =>
  createHash('sha256')
    .update(`${subject.variantId ?? subject.size} ${visitor}`)
    .digest('base64url')
    .slice(0, 22)

const keyOf = ({ day, kind, variantId, size }: Pick<DemandSum, 'day' | 'kind' | 'variantId' | 'size'>) =>
  `${day} ${variantId} ${size} ${kind}`

function add(sums: Map<string, DemandSum>, key: string, demand: DemandSum): void {
  const { visitors = 0, cents = 0 } = sums.get(key) ?? {}
  sums.set(key, { ...demand, visitors: demand.visitors + visitors, cents: demand.cents + cents })
}

/** The rows are written in the order of their keys, so that two processes never wait for each other. */
async function store(db: Db, sums: Map<string, DemandSum>): Promise<void> {
  const rows = [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
  await sql`
    insert into lost_demand as known (day, kind, product_id, variant_id, size, visitors, cents)
    select day, kind, "productId", "variantId", size, visitors, cents
    from json_to_recordset(${JSON.stringify(rows)}) as noted (
      day date, kind text, "productId" uuid, "variantId" uuid, size text, visitors integer, cents bigint
    )
    on conflict on constraint lost_demand_key do update set
      visitors = known.visitors + excluded.visitors, cents = known.cents + excluded.cents`.execute(db)
}
