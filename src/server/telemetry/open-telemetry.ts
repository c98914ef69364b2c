import type { Disk } from '#domain/integrity.ts'
import type { Sharing } from '../cache/cache-plugin.ts'
import type { Config } from '../config/settings.ts'
import { type Db, poolOf } from '../db/connection.ts'
import type { DiskSpace } from '../db/disk-space.ts'
import type { Bounds } from '../http/load-shedding.ts'
import type { AnswerEarly } from '../http/server.ts'
import type { ImageStorage } from '../images/storage.ts'
import type { Clock } from '../lib/clock.ts'
import { isWrong } from '../lib/clock-watch.ts'
import type { Payments } from '../payments/payments.ts'
import { openSurroundings, type Surroundings } from './dependency-checks.ts'
import type { Metrics } from './metrics.ts'
import { metricsDoor } from './metrics-access.ts'
import type { RequestCounts } from './request-counts.ts'
import { noWebhooks, type WebhookCounts } from './webhook-counts.ts'

/** What the shop tells of itself. */
export interface Insight {
  surroundings: () => Promise<Surroundings>
  disk: () => Promise<Disk>
  /** To be counted by whoever takes them. */
  webhooks: WebhookCounts
  showMetrics: AnswerEarly
}

interface Parts {
  config: Pick<Config, 'dataDir' | 'metricsToken'>
  db: Db
  images: ImageStorage
  payments: Payments
  clock: Clock
  space?: Pick<DiskSpace, 'isShort'> & Partial<Pick<DiskSpace, 'freeBytes'>>
  requests: RequestCounts
  sharing: Sharing
  bounds: Bounds
  /** See `buildApp`. */
  shareMetrics?: (own: () => Promise<object[]>) => () => Promise<object[][]>
  /** See `openSurroundings`. */
  backupNames: () => Promise<string[] | undefined>
  /** On every answer. */
  headers: Record<string, string>
}

export function openInsight({ config, shareMetrics, headers, ...parts }: Parts): Insight {
  const { db, payments, clock, requests, sharing, bounds } = parts
  const clockBehindMs = () => payments.clockBehindMs?.()
  const webhooks = noWebhooks()
  const { dataDir, metricsToken: token } = config
  const surroundings = openSurroundings({ ...parts, dataDir, isClockWrong: () => isWrong(clockBehindMs()) })
  const counted = { sharing, requests, bounds, webhooks, pool: () => poolOf(db), clockBehindMs }
  const shop = { db, clock, surroundings }
  let loaded: Promise<Metrics> | undefined

  /** A tenth of a second and three megabytes, which a shop that nobody measures does not need. */
  function metrics(): Promise<Metrics> {
    loaded ??= import('./metrics.ts').then(({ openMetrics }) => openMetrics({ ...counted, shop }))
    return loaded
  }

  return {
    surroundings: surroundings.words,
    disk: surroundings.disk,
    webhooks,
    showMetrics: metricsDoor({
      metrics,
      others: shareMetrics?.(async () => (await metrics()).own()),
      token,
      headers,
    }),
  }
}
