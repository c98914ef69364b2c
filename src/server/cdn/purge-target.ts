import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'
import { throttle } from '../lib/throttle.ts'
import { type CdnSettings, protocolOf } from './kinds.ts'
import { everything } from './surrogate-tags.ts'

/** Changes that come together are one request. */
const batchMs = 5
const timeoutMs = 3_000
const firstPauseMs = 100
const maxPauseMs = 5_000
const maxRetryAfterMs = 60_000
const failingAfterMs = 5_000
/** With more, everything is purged. */
const maxWaiting = 1_000
const warnEveryMs = 60_000

export interface PurgeState {
  /** Purge requests since the start. */
  accepted: number
  failed: number
  /** Tags whose purge is not accepted yet. */
  waiting: number
  /** No purge has been accepted at one of the addresses for five seconds or longer. */
  isFailing: boolean
}

/** One address that takes purge requests. */
export interface PurgeTarget {
  add(tags: readonly string[]): void
  state(): PurgeState
  /** Resolves when nothing waits. */
  idle(): Promise<void>
  close(): void
}

/** A refused purge, with the pause that the cache asks for. */
class PurgeRefused extends Error {
  readonly retryAfterMs: number

  constructor(status: number, retryAfterSeconds: number) {
    super(`The purge was answered with ${status}`)
    this.retryAfterMs = Math.min(maxRetryAfterMs, 1_000 * retryAfterSeconds)
  }
}

/**
 * Sends purges to one address, one request at a time, and repeats each until it is accepted. When that takes five seconds, or
 * more than 1,000 tags wait, it purges everything instead.
 */
export function openPurgeTarget(
  url: string,
  { kind, token }: Pick<CdnSettings, 'kind' | 'token'>,
  log: Pick<Log, 'info' | 'warn'>,
): PurgeTarget {
  const { host } = new URL(url)
  const { maxTags, purgeRequest } = protocolOf(kind)
  const waiting = new Set<string>()
  const counts = { accepted: 0, failed: 0 }
  const closing = new AbortController()
  const { signal } = closing
  let working: Promise<void> | undefined
  let failingSince: number | undefined
  let hasWarned = false

  const isFailing = () => failingSince !== undefined && performance.now() - failingSince >= failingAfterMs
  const warn = throttle<unknown>((err, times) => {
    log.warn(
      { err, host, times },
      'the cache in front accepts no purges, so it may show what has changed: the shop retries',
    )
  }, warnEveryMs)

  function add(tags: readonly string[]) {
    for (const tag of tags) waiting.add(tag)
    working ??= work()
  }

  async function work(): Promise<void> {
    await pause(batchMs)
    let pauseMs = firstPauseMs
    while (waiting.size > 0 && !signal.aborted) {
      const tags = take()
      try {
        await send(tags)
        note()
        pauseMs = firstPauseMs
      } catch (error) {
        for (const tag of tags) waiting.add(tag)
        noteFailure(error)
        await pause(Math.max(pauseMs, error instanceof PurgeRefused ? error.retryAfterMs : 0))
        pauseMs = Math.min(2 * pauseMs, maxPauseMs)
      }
    }
    working = undefined
  }

  /** The tags of the next request. */
  function take(): string[] {
    const takesAll = waiting.has(everything) || waiting.size > maxWaiting || isFailing()
    const tags = takesAll ? [everything] : [...waiting].slice(0, maxTags)
    if (takesAll) waiting.clear()
    for (const tag of tags) waiting.delete(tag)
    return tags
  }

  async function send(tags: string[]): Promise<void> {
    const request = purgeRequest(tags, token)
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const answer = await fetch(url, { ...request, redirect: 'error', signal: within })
    await answer.arrayBuffer() // otherwise the connection is not used again
    if (!answer.ok) throw new PurgeRefused(answer.status, Number(answer.headers.get('retry-after')) || 0)
  }

  function note() {
    counts.accepted += 1
    failingSince = undefined
    if (hasWarned) log.info({ host }, 'the cache in front accepts purges again, and everything was purged')
    hasWarned = false
  }

  function noteFailure(error: unknown) {
    if (signal.aborted) return
    counts.failed += 1
    failingSince ??= performance.now()
    if (!isFailing()) return
    hasWarned = true
    warn(error)
  }

  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal }).catch(() => undefined) // closed

  return {
    add,
    state: () => ({ ...counts, waiting: waiting.size, isFailing: isFailing() }),
    idle: async () => await working,
    close: () => closing.abort(),
  }
}
