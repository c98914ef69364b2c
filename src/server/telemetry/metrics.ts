import { AggregatorRegistry, Counter, Gauge, type Histogram, Registry } from 'prom-client'
import type { ResponseCache } from '../cache/cache-plugin.ts'
import type { Purger } from '../cdn/purger.ts'
import type { Bounds } from '../http/limits/load-shedding.ts'
import { registerProcessMetrics } from './process-metrics.ts'
import { type Counted as CountedRequests, durationBuckets, type RequestCounts } from './request-counts.ts'
import { openShopMetrics } from './shop-metrics.ts'
import type { WebhookCounts } from './webhook-counts.ts'

/** The metrics for Prometheus. This module is loaded at the first scrape. */
export interface Metrics {
  /** Returns the metrics of this process. */
  own(): Promise<object[]>
  /** Returns the sum of the metrics of all processes, and the metrics of the shop as a whole. */
  text(others: object[][]): Promise<{ type: string; body: string }>
}

interface Parts extends Counted {
  shop: Parameters<typeof openShopMetrics>[0]
}

interface Counted {
  cache: Pick<ResponseCache, 'counts' | 'size'>
  purger?: Pick<Purger, 'state'>
  requests: Pick<RequestCounts, 'all'>
  bounds: Bounds
  /** See `WaitingLine.load`. */
  line: { length: number; admitted: number }
  webhooks: WebhookCounts
  pool: () => { total: number; idle: number; waiting: number }
  /** See `ClockWatch.behindMs`. */
  clockBehindMs: () => number | undefined
}

export function openMetrics({ shop: partsOfShop, ...counted }: Parts): Metrics {
  const registry = openRegistry(counted)
  const shop = openShopMetrics(partsOfShop)
  const own = () => registry.getMetricsAsJSON()
  return {
    own,
    async text(others) {
      const [mine, ofShop] = await Promise.all([own(), shop.metrics()])
      const sum = AggregatorRegistry.aggregate([mine, ...others])
      return { type: registry.contentType, body: `${await sum.metrics()}\n${ofShop}` }
    },
  }
}

function openRegistry({ cache, requests, bounds, line, purger, webhooks, pool, clockBehindMs }: Counted): Registry {
  const registry = new Registry()
  const registers = [registry]

  /** Registers a counter for plain numbers elsewhere, which it reads at each scrape. */
  function labelledCounter<Label extends string>(
    name: string,
    help: string,
    label: Label,
    read: () => Partial<Record<string, number>>,
  ) {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const [value, n] of Object.entries(read())) this.inc({ [label]: value } as Record<Label, string>, n)
      },
    })
  }

  function counter(name: string, help: string, read: () => number) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  function gauge(name: string, help: string, read: () => number) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }

  new Counter({
    name: 'vitrine_http_requests_total',
    help: 'Requests by method, route and class of status; the route (kept) stands for responses from the cache.',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      this.reset()
      for (const { method, route, statuses } of requests.all())
        for (const [status, n] of Object.entries(statuses)) this.inc({ method, route, status }, n)
      const saved = { method: 'GET', route: '(kept)' }
      this.inc({ ...saved, status: '2xx' }, cache.counts.sent)
      this.inc({ ...saved, status: '3xx' }, cache.counts.unchanged)
    },
  })
  registry.registerMetric(durationsOf(requests))

  counter('vitrine_cache_hits_total', 'Responses from the cache.', () => cache.counts.hits)
  counter('vitrine_cache_misses_total', 'Responses that were not in the cache.', () => cache.counts.misses)
  gauge('vitrine_cache_entries', 'Responses in the cache.', () => cache.size().entries)
  gauge('vitrine_cache_bytes', 'Their size in bytes, as the cache counts it.', () => cache.size().bytes)
  if (purger) {
    labelledCounter('vitrine_cdn_purges_total', 'Purges sent to the cache in front, by result.', 'result', () => {
      const { accepted, failed } = purger.state()
      return { accepted, failed }
    })
    gauge('vitrine_cdn_purges_waiting', 'Tags whose purge is not accepted yet.', () => purger.state().waiting)
  }

  gauge('vitrine_pages_rendering', 'Pages that are being rendered.', () => bounds.pages.load.running)
  gauge('vitrine_pages_waiting', 'Pages that wait to be rendered.', () => bounds.pages.load.waiting)
  gauge('vitrine_checkouts_running', 'Running checkouts.', () => bounds.checkouts.load.running)
  new Gauge({
    name: 'vitrine_checkout_line',
    help: 'Buyers who wait in line for their checkout.',
    aggregator: 'max', // all processes share one line
    registers,
    collect() {
      this.set(line.length)
    },
  })
  counter('vitrine_checkout_line_admitted_total', 'Buyers who were let in from the line.', () => line.admitted)
  labelledCounter(
    'vitrine_turned_away_total',
    'Requests refused because the shop is busy, or told their place in the line.',
    'what',
    () => ({
      page: bounds.pages.load.refused,
      checkout: bounds.checkouts.load.refused,
    }),
  )
  labelledCounter(
    'vitrine_webhooks_total',
    'Events of the payment provider, by what came of them.',
    'result',
    () => webhooks,
  )

  new Gauge({
    name: 'vitrine_database_connections',
    help: 'Connections to the database.',
    labelNames: ['state'],
    registers,
    collect() {
      const { total: all, idle } = pool()
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'busy' }, all - idle)
    },
  })
  gauge('vitrine_database_waiting', 'Requests that wait for a connection to the database.', () => pool().waiting)
  new Gauge({
    name: 'vitrine_clock_behind_seconds',
    help: 'How far the clock of this machine is behind that of the payment provider, by its last response.',
    aggregator: 'first',
    registers,
    collect() {
      const ms = clockBehindMs()
      if (ms === undefined) this.remove()
      else this.set(ms / 1000)
    },
  })
  registerProcessMetrics(registry)

  return registry
}

/** Looks like a histogram to prom-client, whose own histograms can only be filled one observation at a time. */
function durationsOf(requests: Pick<RequestCounts, 'all'>): Histogram {
  const name = 'vitrine_http_request_duration_seconds'
  const help = 'How long requests took that were not answered from the cache.'
  const about = { name, help, type: 'histogram', aggregator: 'sum' }
  const get = async () => ({ ...about, values: [...requests.all()].flatMap(valuesOf) })

  function valuesOf({ method, route, took, seconds }: CountedRequests) {
    const labels = { method, route }
    let n = 0
    const buckets = took.map((more, at) => {
      n += more
      return { metricName: `${name}_bucket`, labels: { le: durationBuckets[at] ?? '+Inf', ...labels }, value: n }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: seconds },
      { metricName: `${name}_count`, labels, value: n },
    ]
  }

  return { ...about, get } as unknown as Histogram
}
