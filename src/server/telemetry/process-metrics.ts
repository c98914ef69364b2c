import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

const sampleEveryMs = 20
const startedAt = performance.timeOrigin / 1000

/** A timer inside Node, without measurable cost; one for the process, however many apps it has. */
const delay = monitorEventLoopDelay({ resolution: sampleEveryMs })

/** Registers memory, CPU time and event loop lag. The garbage collector is not observed, because that would slow it down. */
export function registerProcessMetrics(registry: Registry): void {
  const registers = [registry]
  delay.enable()

  function gauge(name: string, help: string, read: () => number, aggregator: 'sum' | 'min' | 'max' = 'sum') {
    new Gauge({
      name,
      help,
      registers,
      aggregator,
      collect() {
        this.set(read())
      },
    })
  }

  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  gauge('process_resident_memory_bytes', 'Memory that the processes take.', () => process.memoryUsage.rss())
  gauge('process_start_time_seconds', 'When the oldest process was started.', () => startedAt, 'min')
  gauge('nodejs_heap_size_used_bytes', 'JavaScript objects.', () => process.memoryUsage().heapUsed)
  gauge('nodejs_external_memory_bytes', 'Buffers and the like.', () => process.memoryUsage().external)
  // The delay beyond the timer's own interval.
  gauge('nodejs_eventloop_lag_p99_seconds', 'Since the last scrape, of the slowest process.', lag, 'max')
  gauge('vitrine_processes', 'Processes that serve visitors.', () => 1)
}

function lag(): number {
  const ms = delay.percentile(99) / 1e6 - sampleEveryMs
  delay.reset()
  return Math.max(0, ms) / 1000
}
