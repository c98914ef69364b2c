import { AsyncResource } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/connection.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { applyDue, findNextDue } from './due-queries.ts'

interface Parts {
  db: Db
  clock: Clock
  log: Pick<Log, 'warn'>
  /** Called when something is due and cannot be applied: what is cached may be wrong. */
  onDoubt(): void
}

/** The schedules of all products, as this process knows them. */
export interface ScheduleWatch {
  /** Whether something begins or ends by now that is not applied yet. It only compares two numbers. */
  isDue(): boolean
  /**
   * Applies what is due, and resolves once this process knows of it. It waits for at most five seconds and never rejects, so that
   * requests go on without it when the database does not answer.
   */
  settle(): Promise<void>
  /** Reads the next moment again, and never rejects; call it once at first, and after every change of a product. */
  refresh(): Promise<void>
  /** Resolves at the end of the reads that are under way. */
  refreshed(): Promise<void>
  /** @param caughtUp resolves when all changes so far are known to this process */
  follow(caughtUp: () => Promise<void>): void
  close(): void
}

const maxWaitMs = 5_000
const retryMs = 1_000
const spareMs = 50
const maxTries = 10
/** Another process may have changed a schedule while no notification could arrive. */
const readEveryMs = 60_000

/** Applies the schedules of products at their moments, by a timer, or before the first request that comes after one. */
export function watchSchedule({ db, clock, log, onDoubt }: Parts): ScheduleWatch {
  let dueMs = 0 // unknown: something may be due
  let pausedUntil = 0
  let isStuck = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let reading: Promise<void> | undefined
  let readsAgain = false
  let caughtUp = () => Promise.resolve()

  const isDue = () => +clock.now() >= dueMs

  /** It is no part of the request that begins it. */
  const workForAll = AsyncResource.bind(() => work())

  async function settle(): Promise<void> {
    if (!isDue() || isStuck || performance.now() < pausedUntil) return
    working ??= workForAll().finally(() => {
      working = undefined
      isStuck = false
    })
    const waiting = new AbortController()
    const hasTimedOut = await Promise.race([
      working.then(() => false),
      sleep(maxWaitMs, true, { ref: false, signal: waiting.signal }).catch(() => false),
    ])
    waiting.abort()
    if (!hasTimedOut || !working) return
    isStuck = true
    onDoubt()
  }

  async function work(): Promise<void> {
    try {
      // Again, because another process may hold some of the products and be at work on the rest.
      for (let tried = 0; tried < maxTries && (tried === 0 || isDue()); tried += 1) {
        await applyDue(db, clock)
        await caughtUp()
        await refresh()
      }
      if (isDue()) pause()
    } catch (err) {
      fail(err)
      onDoubt()
    }
  }

  /** Reads that are asked for during a read are one read after it. */
  function refresh(): Promise<void> {
    readsAgain = true
    reading ??= readUntilNewest().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function readUntilNewest(): Promise<void> {
    while (readsAgain && !isClosed) {
      readsAgain = false
      await read().catch(fail)
    }
  }

  async function read(): Promise<void> {
    const next = await findNextDue(db)
    dueMs = next ? +next : Number.POSITIVE_INFINITY
    wait(Math.min(Math.max(dueMs - +clock.now(), 0), readEveryMs))
  }

  function fail(err: unknown): void {
    if (isClosed) return
    log.warn({ err }, 'the schedules of products could not be applied, the shop will try again')
    pause()
  }

  function pause(): void {
    pausedUntil = performance.now() + retryMs
    wait(retryMs + spareMs)
  }

  function wait(ms: number): void {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void (isDue() ? settle() : refresh()), ms).unref()
  }

  return {
    isDue,
    settle,
    refresh,
    refreshed: async () => await reading,
    follow(next) {
      caughtUp = next
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
