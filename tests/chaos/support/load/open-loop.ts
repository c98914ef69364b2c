import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What is asked of a shop, again and again: each time by somebody else. */
export interface Flood {
  url: string
  /** With a number in the place of #, each time another. */
  path: string
  /** Posted in turn; without them it is a GET. */
  bodies?: string[]
}

/**
 * For so many milliseconds: as many at once, each asking again when it was answered; or so many a second, whether they are
 * answered or not, for visitors do not wait for each other.
 */
export type Flow = { ms: number } & ({ atOnce: number } | { perSecond: number })

export interface Answered {
  /** 0 when there was none. */
  status: number
  /** It says when to come back. */
  mayComeBack: boolean
  /** When, counted from the first question. */
  at: number
  /** From the moment when it was sent. */
  ms: number
  /** How many milliseconds after it was due it was sent: the fault of the asking side. */
  late: number
}

/** Somebody who asks in a thread of their own, which has compiled what it runs when it is asked to ask again. */
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

/** The value below which so great a share of them lies. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
