import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A repeated request to a shop, each time from another visitor. */
export interface Flood {
  url: string
  /** Each request replaces # by another number. */
  path: string
  /** Bodies to post in turn; without them the request is a GET. */
  bodies?: string[]
}

/**
 * Lasts `ms` milliseconds. `atOnce` keeps that many requests in flight; `perSecond` sends at that rate regardless of
 * answers, because visitors do not wait for each other.
 */
export type Flow = { ms: number } & ({ atOnce: number } | { perSecond: number })

export interface Answered {
  /** 0 without an answer. */
  status: number
  /** The answer has a Retry-After header. */
  mayComeBack: boolean
  /** When it was sent, counted from the first request. */
  at: number
  /** How long the answer took after the request was sent. */
  ms: number
  /** How many milliseconds late it was sent: a delay of the client, not of the shop. */
  late: number
}

/** A client in a thread of its own, which stays warmed up between runs. */
export function openAsker() {
  const worker = new Worker(new URL('./flood.ts', import.meta.url))
  return {
    async ask(flood: Flood, flow: Flow): Promise<Answered[]> {
      worker.postMessage({ flood, flow })
      const [answers] = await once(worker, 'message')
      return answers
    },
    close: () => worker.terminate(),
  }
}

/** The value below which this fraction of the values lies. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
