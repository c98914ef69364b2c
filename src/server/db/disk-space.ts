import { statfs } from 'node:fs/promises'
import { type Connection, connectionUrl, type Db } from './connection.ts'
import { run } from './raw-query.ts'
import { scratchPrefix } from './scratch.ts'

/** The space reserved for the database: without room for its journal it would stop, and even reads would fail. */
export const reserveBytes = 256 * 2 ** 20
const lookEveryMs = 500

export interface DiskSpace {
  /** So little space is left that the shop accepts no changes. */
  isShort(): boolean
  /** The free bytes at the last measurement; undefined when the disk cannot be inspected. */
  freeBytes(): number | undefined
  close(): Promise<void>
}

interface Watched {
  db: Db
  connection: Connection
  log: { warn(about: object, message: string): void }
  /** Free bytes on the disk of a folder. */
  freeOn?: (folder: string) => Promise<number>
}

/** Watches the disk of a database on this machine. For a database on another machine the space is not known, and never short. */
export async function watchDiskSpace({ db, connection, log, freeOn = statFree }: Watched): Promise<DiskSpace> {
  const folder = await folderOf(db, connection)
  if (!folder) return unknown
  let isShort = false
  let known: number | undefined

  async function look(folder: string) {
    const free = await freeOn(folder)
    known = free
    const wasShort = isShort
    isShort = free < reserveBytes
    const about = { folder, freeMb: Math.floor(free / 2 ** 20) }
    if (isShort && !wasShort) log.warn(about, fullWarning)
    if (!isShort && wasShort) log.warn(about, 'there is room on the disk again')
    if (isShort) await breakOffLongWork(db)
  }
  try {
    await look(folder)
  } catch (error) {
    log.warn({ err: error }, 'how much room is on the disk of the database cannot be seen from here')
    return unknown
  }
  let looking = Promise.resolve()
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    looking = look(folder)
      .catch(error => log.warn({ err: error }, 'the space on the disk could not be looked at, the shop will try again'))
      .finally(() => {
        isLooking = false
      })
  }, lookEveryMs).unref()
  return {
    isShort: () => isShort,
    freeBytes: () => known,
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

const fullWarning =
  'the disk is almost full: the shop takes no changes until there is room; delete what is not needed, such as old backups and logs, or enlarge the disk'

const unknown: DiskSpace = { isShort: () => false, freeBytes: () => undefined, close: async () => undefined }

/** Free bytes on the disk of a folder; infinite for network disks that do not report them. */
export async function statFree(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY
}

/** The folder of a database that is reached through a local socket; undefined if its user may not read the setting. */
async function folderOf(db: Db, connection: Connection): Promise<string | undefined> {
  const { hostname, searchParams } = new URL(connectionUrl(connection))
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  if (!host.startsWith('/')) return undefined
  const mayTell = `pg_has_role(current_user, 'pg_read_all_settings', 'usage')`
  const [row] = await run<{ folder: string | null }>(
    db,
    `select case when ${mayTell} then current_setting('data_directory') end as folder`,
    [],
  )
  return row?.folder ?? undefined
}

/** Writes that run for longer than a second, such as an import or a drill, could fill the disk. */
async function breakOffLongWork(db: Db): Promise<void> {
  await run(
    db,
    `select pg_cancel_backend(pid) from pg_stat_activity
     where (datname = current_database() or starts_with(datname, (${scratchPrefix})))
       and backend_xid is not null and xact_start < clock_timestamp() - interval '1 second'`,
    [],
  )
}
