/** What is known of the requests for one route. */
export interface Counted {
  method: string
  route: string
  /** By the class of their status, such as `2xx`. */
  statuses: Record<string, number>
  /** How many took up to each of `limits`, and longer than all; each is counted once. */
  took: number[]
  seconds: number
}

/** In seconds. */
export const limits = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const classes = ['other', '1xx', '2xx', '3xx', '4xx', '5xx']

/** Requests as plain numbers: what Prometheus is told of them is made when it asks. */
export interface RequestCounts {
  /** @param route its pattern, never a path: there are endlessly many of them */
  count(method: string, route: string, status: number, ms: number): void
  all(): Iterable<Counted>
}

export function openRequestCounts(): RequestCounts {
  const known = new Map<string, Map<string, Counted>>()

  function find(method: string, route: string): Counted {
    const found = known.get(route)?.get(method)
    if (found) return found
    const counted = { method, route, statuses: {}, took: Array<number>(limits.length + 1).fill(0), seconds: 0 }
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
      while (slot < limits.length && seconds > (limits[slot] ?? 0)) slot += 1
      took[slot] = (took[slot] ?? 0) + 1
      counted.seconds += seconds
    },
    all: () => [...known.values()].flatMap(byMethod => [...byMethod.values()]),
  }
}
