import { sql } from 'kysely'
import type { Disk } from '#domain/integrity.ts'
import type { Db } from '../db/connection.ts'
import { type DiskSpace, statFree } from '../db/disk-space.ts'
import type { ImageStorage } from '../images/storage.ts'
import type { Clock } from '../lib/clock.ts'
import { memoizeFor } from '../lib/memoize-for.ts'

/** What the shop needs beside its database, a word each. Only `ok` and `none` need nobody's attention. */
export interface DependencyStates {
  /** Of pictures. */
  storage: 'ok' | 'unreachable'
  disk: Disk['state']
  /** `none`: the shop is too young to have one. One whose file is gone, or on another machine, is none. */
  backup: 'ok' | 'none' | 'late' | 'failed' | 'unknown'
  /** As the payment provider's clock shows it. */
  clock: 'ok' | 'wrong'
}

interface Parts {
  db: Db
  images: Pick<ImageStorage, 'get'>
  dataDir: string
  clock: Clock
  space?: Pick<DiskSpace, 'isShort'> & Partial<Pick<DiskSpace, 'freeBytes'>>
  /** Of the backups that are there: no other counts. Undefined when nobody here can know. */
  backupNames: () => Promise<string[] | undefined>
  /** Whether our clock is so wrong that the payment provider notices. */
  isClockWrong: () => boolean
}

const everyMs = 10_000
const deadlineMs = 1_000
/** A shop that is not looked at for a day still has time to make room. */
export const lowBytes = 2 ** 30
const hourMs = 60 * 60_000
/** A backup is made each night; a shop that was closed then makes it later on the day. */
const backupIsLateAfterMs = 36 * hourMs

/** What looks around; it never fails, and never takes longer than a second. */
export function openDependencyChecks({ db, images, dataDir, clock, space, backupNames, isClockWrong }: Parts) {
  const often = { everyMs, deadlineMs }
  const storage = memoizeFor<DependencyStates['storage']>(
    async () => {
      await images.get('health/none.webp')
      return 'ok'
    },
    { ...often, silent: 'unreachable' },
  )
  const free = memoizeFor<number | undefined>(() => statFree(dataDir), { ...often, silent: undefined })
  const backup = memoizeFor(async () => backupWord(db, clock.now(), await backupNames()), {
    ...often,
    silent: 'unknown' as const,
  })

  /** Bytes that are free where the data is, and where the database of this machine is. */
  const freeBytes = async () => ({ data: await free(), database: space?.freeBytes?.() })

  async function disk(): Promise<Disk> {
    const { data, database } = await freeBytes()
    const min = Math.min(data ?? Number.POSITIVE_INFINITY, database ?? Number.POSITIVE_INFINITY)
    const known = Number.isFinite(min) ? { freeBytes: min } : {}
    if (space?.isShort()) return { state: 'full', ...known }
    if (data === undefined) return { state: 'unknown', ...known }
    return { state: min < lowBytes ? 'low' : 'ok', ...known }
  }

  return {
    storage,
    disk,
    freeBytes,
    async words(): Promise<DependencyStates> {
      const [storageWord, { state: diskWord }, backupWord] = await Promise.all([storage(), disk(), backup()])
      return { storage: storageWord, disk: diskWord, backup: backupWord, clock: isClockWrong() ? 'wrong' : 'ok' }
    },
  }
}

async function backupWord(db: Db, now: Date, names: string[] | undefined): Promise<DependencyStates['backup']> {
  const { rows } = await sql<{ made: Date | null; failed: Date | null; opened: string | null }>`
    select
      (select max(started_at) from chore where kind = 'backup' and facts is not null
        and (${names ?? null}::text[] is null or facts ->> 'file' = any(${names ?? null}))) as made,
      (select max(started_at) from chore where kind = 'backup' and failed is not null) as failed,
      (select min(timestamp) from kysely_migration) as opened`.execute(db)
  const { made = null, failed = null, opened = null } = rows[0] ?? {}
  if (failed && (!made || failed > made)) return 'failed'
  const since = made ?? (opened ? new Date(opened) : now)
  if (+now - +since > backupIsLateAfterMs) return 'late'
  return made ? 'ok' : 'none'
}

/** Whether the owner should look after something. */
export const needsAttention = (words: DependencyStates): boolean =>
  Object.values(words).some(word => word !== 'ok' && word !== 'none' && word !== 'unknown')
