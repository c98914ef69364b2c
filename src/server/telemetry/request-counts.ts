/** The counters of one method and route. */
export interface Counted {
  method: string
  route: string
  /** Number of responses by class of status, such as `2xx`. */
  statuses: Record<string, number>
  /** Number of requests in each of `durationBuckets`, and of longer ones; each is counted once. */
  took: number[]
  seconds: number
}

/** Upper bounds of the histogram buckets, in seconds. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const classes = ['other', '1xx', '2xx', '3xx', '4xx', '5xx']

/** Counts requests as plain numbers; the metrics are made from them at each scrape. */
export interface RequestCounts {
  /** @param route the route's pattern, never a path, because the number of paths is unlimited */
  count(method: string, route: string, status: number, ms: number): void
  all(): Iterable<Counted>
}

export function openRequestCounts(): RequestCounts {
  const known = new Map<string, Map<string, Counted>>()

  function find(method: string, route: string): Counted {
    const found = known.get(route)?.get(method)
    if (found) return found
    const counted = { method, route, statuses: {}, took: Array<number>(durationBuckets.length + 1).fill(0), seconds: 0 }
    known.set(route, (known.get(route) ?? new Map()).set(method, counted))
    return counted
  }

  return {
    count(method, route, status, ms) {
      const counted = find(method, route)
      const { statuses, took } = counted
      const seconds = ms / 1000
      const group = classes[Math.floor(status / 100)] ?? 'other'
      statuses[group] = (statuses[group] ?? 0) + 1
      let slot = 0
      while (slot < durationBuckets.length && seconds > (durationBuckets[slot] ?? 0)) slot += 1
      took[slot] = (took[slot] ?? 0) + 1
      counted.seconds += seconds
    },
    all: () => [...known.values()].flatMap(byMethod => [...byMethod.values()]),
  }
}
