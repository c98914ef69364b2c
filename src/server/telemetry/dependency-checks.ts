import { sql } from 'kysely'
import type { ArchiveState, Disk } from '#domain/integrity.ts'
import type { Purger } from '../cdn/purger.ts'
import type { Db } from '../db/connection.ts'
import { type DiskSpace, statFree } from '../db/disk-space.ts'
import type { ImageStorage } from '../images/storage.ts'
import type { Clock } from '../lib/clock.ts'
import { memoizeFor } from '../lib/memoize-for.ts'

/** The states of the shop's dependencies other than its database. `ok`, `none` and `unknown` need no attention. */
export interface DependencyStates {
  /** The storage of pictures. */
  storage: 'ok' | 'unreachable'
  disk: Disk['state']
  /** `none`: the shop is too young to have one. A backup whose file is missing or on another machine does not count. */
  backup: 'ok' | 'none' | 'late' | 'failed' | 'unknown'
  /** The continuous archive of the embedded database; `none` when it is off. */
  archive: 'none' | 'ok' | 'late' | 'failing' | 'unknown'
  /** Compared with the payment provider's clock. */
  clock: 'ok' | 'wrong'
  /** Whether the cache in front of the shop accepts purges; only where there is one. */
  cdn?: 'ok' | 'failing'
}

interface Parts {
  db: Db
  images: Pick<ImageStorage, 'get'>
  dataDir: string
  clock: Clock
  space?: Pick<DiskSpace, 'isShort'> & Partial<Pick<DiskSpace, 'freeBytes'>>
  /** The names of the existing backup files: only these backups count. Undefined when they cannot be listed from here. */
  backupNames: () => Promise<string[] | undefined>
  archive: (now: Date) => Promise<ArchiveState>
  /** Whether the clock differs too much from the payment provider's. */
  isClockWrong: () => boolean
  purger?: Pick<Purger, 'state'>
}

const everyMs = 10_000
const deadlineMs = 1_000
/** Early enough that an owner who looks once a day can still free space. */
export const lowBytes = 2 ** 30
const hourMs = 60 * 60_000
/** Backups run at night; a shop that was closed at night makes its backup later that day. */
const backupIsLateAfterMs = 36 * hourMs

/** Creates the checks. They never fail, and never take longer than a second. */
export function openDependencyChecks({
  db,
  images,
  dataDir,
  clock,
  space,
  backupNames,
  archive,
  isClockWrong,
  purger,
}: Parts) {
  const timing = { everyMs, deadlineMs }
  const storage = memoizeFor<DependencyStates['storage']>(
    async () => {
      await images.get('health/none.webp')
      return 'ok'
    },
    { ...timing, silent: 'unreachable' },
  )
  const free = memoizeFor<number | undefined>(() => statFree(dataDir), { ...timing, silent: undefined })
  const backup = memoizeFor(async () => backupState(db, clock.now(), await backupNames()), {
    ...timing,
    silent: 'unknown' as const,
  })

  const archived = memoizeFor<DependencyStates['archive']>(
    async () => {
      const { state } = await archive(clock.now())
      return state === 'off' ? 'none' : state
    },
    { ...timing, silent: 'unknown' },
  )

  /** Free bytes on the disk of DATA_DIR, and on that of a database on this machine. */
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
    async states(): Promise<DependencyStates> {
      const [pictures, { state: diskState }, lastBackup, archive] = await Promise.all([
        storage(),
        disk(),
        backup(),
        archived(),
      ])
      return {
        storage: pictures,
        disk: diskState,
        backup: lastBackup,
        archive,
        clock: isClockWrong() ? 'wrong' : 'ok',
        ...(purger && { cdn: purger.state().isFailing ? 'failing' : 'ok' }),
      }
    },
  }
}

async function backupState(db: Db, now: Date, names: string[] | undefined): Promise<DependencyStates['backup']> {
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

/** Whether the owner should act. */
export const needsAttention = (states: DependencyStates): boolean =>
  Object.values(states).some(state => state !== 'ok' && state !== 'none' && state !== 'unknown')
