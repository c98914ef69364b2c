import type { Backups } from '../backups/backup-jobs.ts'
import type { Db } from '../db/connection.ts'
import { countBroken } from '../integrity/check-shop.ts'
import { type CheckBook, recordCheck } from '../integrity/run-check.ts'
import type { Log } from '../lib/log.ts'
import { startNightly } from './nightly.ts'

type NightlyContext = CheckBook & Omit<Backups, 'inspect'>

/**
 * Starts the nightly jobs: a backup, a restore drill, a check of the shop, and once a month a scrub.
 * @returns a handle whose `close` aborts the running job and stops them
 */
export function startNightlyJobs(context: NightlyContext, log: Pick<Log, 'warn'>): { close(): Promise<void> } {
  const closing = new AbortController()
  const { signal } = closing
  const backups = { ...context, inspect: (restored: Db) => countBroken(restored, context.origin) }
  const { close } = startNightly(
    context,
    [
      { kind: 'backup', run: async () => (await jobs()).makeBackup(backups, signal) },
      { kind: 'drill', run: async () => (await jobs()).drillNewest(backups, signal) },
      { kind: 'check', run: () => recordCheck(context, { signal }) },
      { kind: 'scrub', everyDays: 30, run: async () => (await jobs()).scrubAll(backups, signal) },
    ],
    log,
  )
  return {
    close() {
      closing.abort()
      return close()
    },
  }
}

/** Loads the archive code only at night. */
const jobs = () => import('../backups/backup-jobs.ts')
