import { setTimeout as sleep } from 'node:timers/promises'
import type { TryResult } from '#domain/settings/setup.ts'

const deadlineMs = 10_000

/** Returns the result of a try, or says after ten seconds that the service does not answer. What is under way goes on. */
export async function withinDeadline(trying: Promise<TryResult>, service: string): Promise<TryResult> {
  const ended = new AbortController()
  const late = sleep(deadlineMs, failed(`${service} does not answer within ${deadlineMs / 1000} seconds.`), ended)
  try {
    return await Promise.race([trying, late])
  } finally {
    ended.abort()
    late.catch(() => undefined)
  }
}

export const worked = (sentence: string): TryResult => ({ outcome: 'works', sentence })
export const incomplete = (sentence: string): TryResult => ({ outcome: 'incomplete', sentence })
export const failed = (sentence: string): TryResult => ({ outcome: 'fails', sentence })
