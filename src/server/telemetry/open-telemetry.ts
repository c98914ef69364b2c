import type { FastifyInstance } from 'fastify'
import type { ArchiveState, Disk } from '#domain/integrity.ts'
import type { ResponseCache } from '../cache/cache-plugin.ts'
import type { Purger } from '../cdn/purger.ts'
import type { Config } from '../config/settings.ts'
import { type Db, poolOf } from '../db/connection.ts'
import type { DiskSpace } from '../db/disk-space.ts'
import type { Bounds } from '../http/limits/load-shedding.ts'
import type { ImageStorage } from '../images/storage.ts'
import type { Clock } from '../lib/clock.ts'
import { isWrong } from '../lib/clock-watch.ts'
import type { Payments } from '../payments/payments.ts'
import { type DependencyStates, openDependencyChecks } from './dependency-checks.ts'
import type { Metrics } from './metrics.ts'
import { registerMetrics } from './metrics-access.ts'
import type { RequestCounts } from './request-counts.ts'
import { noWebhooks, type WebhookCounts } from './webhook-counts.ts'

/** The health checks and metrics of the shop. */
export interface Telemetry {
  dependencies: () => Promise<DependencyStates>
  disk: () => Promise<Disk>
  /** Counters that the webhook route increments. */
  webhooks: WebhookCounts
  register(app: FastifyInstance): void
}

interface Parts {
  config: Pick<Config, 'dataDir' | 'metricsToken'>
  db: Db
  images: ImageStorage
  payments: Payments
  clock: Clock
  space?: Pick<DiskSpace, 'isShort'> & Partial<Pick<DiskSpace, 'freeBytes'>>
  requests: RequestCounts
  cache: ResponseCache
  bounds: Bounds
  /** See `WaitingLine.load`. */
  line: { length: number; admitted: number }
  /** See `buildApp`. */
  shareMetrics?: (own: () => Promise<object[]>) => () => Promise<object[][]>
  /** See `openDependencyChecks`. */
  backupNames: () => Promise<string[] | undefined>
  archive: (now: Date) => Promise<ArchiveState>
  /** Without one, no cache is in front of the shop. */
  purger?: Pick<Purger, 'state'>
}

export function openTelemetry({ config, shareMetrics, ...parts }: Parts): Telemetry {
  const { db, payments, clock, requests, cache, bounds, line, purger } = parts
  const clockBehindMs = () => payments.clockBehindMs?.()
  const webhooks = noWebhooks()
  const { dataDir, metricsToken: token } = config
  const dependencies = openDependencyChecks({ ...parts, dataDir, isClockWrong: () => isWrong(clockBehindMs()) })
  const counted = { cache, requests, bounds, line, purger, webhooks, pool: () => poolOf(db), clockBehindMs }
  const shop = { db, clock, dependencies }
  let loaded: Promise<Metrics> | undefined

  /** Loads the module at the first scrape: it takes 0.1 s and 3 MB, which a shop without monitoring does not need. */
  function metrics(): Promise<Metrics> {
    loaded ??= import('./metrics.ts').then(({ openMetrics }) => openMetrics({ ...counted, shop }))
    return loaded
  }

  return {
    dependencies: dependencies.states,
    disk: dependencies.disk,
    webhooks,
    register(app) {
      registerMetrics(app, { metrics, others: shareMetrics?.(async () => (await metrics()).own()), token })
    },
  }
}
