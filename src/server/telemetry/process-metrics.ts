import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

const lookEveryMs = 20
const startedAt = performance.timeOrigin / 1000

/** A timer inside Node, which costs nothing worth measuring; one for the process, however many apps it has. */
const delay = monitorEventLoopDelay({ resolution: lookEveryMs })

/** Memory, time on the processor and how late Node's event loop is. The garbage collector is not watched: that would slow it down. */
export function registerProcessMetrics(registry: Registry): void {
  const registers = [registry]
  delay.enable()

  function now(name: string, help: string, read: () => number, aggregator: 'sum' | 'min' | 'max' = 'sum') {
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
    help: 'Time on the processor.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  now('process_resident_memory_bytes', 'Memory that the processes take.', () => process.memoryUsage.rss())
  now('process_start_time_seconds', 'When the oldest process was started.', () => startedAt, 'min')
  now('nodejs_heap_size_used_bytes', 'JavaScript objects.', () => process.memoryUsage().heapUsed)
  now('nodejs_external_memory_bytes', 'Buffers and the like.', () => process.memoryUsage().external)
  // What is later than its timer: the timer's own time is no delay.
  now('nodejs_eventloop_lag_p99_seconds', 'Since the last scrape, of the slowest process.', lag, 'max')
  now('vitrine_processes', 'Processes that serve visitors.', () => 1)
}

function lag(): number {
  const ms = delay.percentile(99) / 1e6 - lookEveryMs
  delay.reset()
  return Math.max(0, ms) / 1000
}
