import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { prepareSandbox, sandboxSchema } from '../../sandbox/store/store.ts'
import { copySchema, countRows, hasSchema, otherSchemas, readSequences, writeSequences } from '../backups/copy-rest.ts'
import { loadBackup } from '../backups/load-backup.ts'
import { withOwnConnection } from '../backups/own-connection.ts'
import { openBackup } from '../backups/read-backup.ts'
import { saveBackup } from '../backups/save-backup.ts'
import { type Connection, openDatabase } from '../db/connection.ts'
import { reserveBytes, statFree } from '../db/disk-space.ts'
import { type DataLocation, findDataLocation, reachablePrograms } from '../db/embedded/data-location.ts'
import {
  completeBeside,
  findMajor,
  initialise,
  major,
  unfinishedBeside,
  upgradable,
} from '../db/embedded/initialise.ts'
import { fetchPrograms } from '../db/embedded/old-programs.ts'
import { findPostmaster, stopPostmaster } from '../db/embedded/postmaster.ts'
import { type EmbeddedDatabase, startAt } from '../db/embedded/start.ts'
import type { ImageStorage } from '../images/storage.ts'
import type { Clock } from '../lib/clock.ts'
import { StartupError } from '../lib/startup-error.ts'

interface Upgrade {
  dataDir: string
  /** The folder of the backups. */
  backups: string
  images: ImageStorage
  /** The public origin of the shop. */
  origin: string
  clock: Clock
  /** Stops it; the database is then as it was. */
  signal?: AbortSignal
  /** The folder in which fetched programs stay. */
  cache?: string
  env?: NodeJS.ProcessEnv
  /** Free bytes on the disk of a folder. */
  freeOn?: (folder: string) => Promise<number>
}

export interface UpgradedDatabase {
  from: number
  to: number
  tables: number
  rows: number
  /** The backup from which the new database was made. */
  backup: string
  /** The folder of the new database. */
  folder: string
  /** Where the old database is now. */
  old: string
  /** Tables and schemas that are not Vitrine's, and are only in the old database. */
  leftOut: string[]
}

/**
 * Brings the shop's own database to the major version of PostgreSQL that this release brings: it backs it up with the old programs,
 * restores that beside it, compares, and exchanges the folders. All or nothing: until then the old database is as it was.
 * @throws StartupError or ShopError with one sentence
 */
export async function upgradeDatabase(upgrade: Upgrade): Promise<UpgradedDatabase> {
  const place = await findDataLocation(path.resolve(upgrade.dataDir))
  const from = await refuseOthers(place)
  const { programs, version } = await fetchPrograms(from, upgrade)
  const old = { ...place, programs: await reachablePrograms(programs, version, place.runAs) }
  const fresh = { ...place, folder: unfinishedBeside(place.folder) }
  const made = await withDatabase(old, upgrade, async database => {
    await removeLeftovers(place.folder)
    await checkRoom(place.folder, upgrade)
    const backup = await backUp(database.connection, upgrade)
    await initialise(fresh)
    return await withDatabase(fresh, upgrade, ({ connection }) =>
      restore(backup, database.connection, connection, upgrade),
    )
  }).catch(async error => {
    await removeLeftovers(place.folder)
    throw error
  })
  return { from, to: major, folder: place.folder, old: await exchange(place.folder, from), ...made }
}

async function refuseOthers({ folder, dataDir }: DataLocation): Promise<number> {
  if (!existsSync(folder) && existsSync(completeBeside(folder)))
    throw new StartupError(`The database in ${folder} is up to date: start the shop, which puts it into its place.`)
  const found = await findMajor(folder)
  if (found === undefined)
    throw new StartupError(`There is no shop in ${dataDir} yet: start it once, or restore a backup.`)
  if (found === major)
    throw new StartupError(`The database in ${folder} is PostgreSQL ${major} already: start the shop.`)
  if (!upgradable.includes(found))
    throw new StartupError(
      `The database in ${folder} is PostgreSQL ${found}, and only ${upgradable.join(' and ')} can be brought to ${major}: restore a backup into another DATA_DIR.`,
    )
  return found
}

/** Runs work on a database that no shop uses meanwhile. It is stopped afterwards, with all of its files written. */
async function withDatabase<T>(
  place: DataLocation,
  { signal }: Pick<Upgrade, 'signal'>,
  work: (database: EmbeddedDatabase) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const database = await startAt(place, {})
  try {
    return await work(database)
  } finally {
    await database.stop()
  }
}

/** What an upgrade has made that was killed, or has failed. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const leftover of [unfinishedBeside(folder), completeBeside(folder)]) {
    const postmaster = await findPostmaster(leftover)
    if (postmaster) await stopPostmaster(postmaster, leftover)
    await fs.rm(leftover, { recursive: true, force: true })
  }
}

/** The backup has every picture once more, and the new database is at most as large as the old one, with its journal. */
async function checkRoom(folder: string, { dataDir, freeOn = statFree }: Upgrade): Promise<void> {
  const needed = 2 * (await sizeOf(folder)) + (await sizeOf(path.join(dataDir, 'images'))) + 2 * reserveBytes
  for (const disk of new Set([path.dirname(folder), dataDir])) {
    const free = await freeOn(disk)
    if (free < needed)
      throw new StartupError(
        `The upgrade needs ${inMegabytes(needed)} on the disk of ${disk}, where ${inMegabytes(free)} are free: free some space, and type the same again. The database is as it was.`,
      )
  }
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`

async function sizeOf(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0
  let bytes = 0
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      bytes += await fs.stat(path.join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      )
  return bytes
}

async function backUp(connection: Connection, { images, origin, clock, backups, signal }: Upgrade): Promise<string> {
  const db = openDatabase(connection)
  try {
    const saved = await saveBackup({ db, images, origin, madeAt: clock.now() }, { connection, folder: backups, signal })
    return saved.file
  } finally {
    await db.destroy()
  }
}

/** Restores all of it, and what backups leave out: the sandbox's payments, and the numbers that sequences have given. */
async function restore(file: string, from: Connection, to: Connection, { signal }: Pick<Upgrade, 'signal'>) {
  const backup = await openBackup(file)
  const { contents, leftOut } = await loadBackup(backup, {
    connection: to,
    saveImages: async () => undefined, // the pictures stay where they are
    signal,
  })
  return await withOwnConnection(from, old =>
    withOwnConnection(to, async fresh => {
      if (await hasSchema(old, sandboxSchema)) {
        await prepareSandbox(to)
        await copySchema(old, fresh, sandboxSchema)
      }
      await writeSequences(fresh, await readSequences(old))
      let rows = 0
      for (const [table, { rows: expected }] of Object.entries(contents.tables))
        if (!leftOut.includes(table)) rows += await sameRows(table, expected, old, fresh)
      signal?.throwIfAborted()
      return {
        ...{ backup: file, tables: Object.keys(contents.tables).length - leftOut.length, rows },
        leftOut: [...leftOut, ...(await otherSchemas(old))],
      }
    }),
  )
}

/** @throws StartupError when the new database has fewer rows; a migration may have added some */
async function sameRows(table: string, expected: number, old: pg.Client, fresh: pg.Client): Promise<number> {
  const [before, after] = [await countRows(old, table), await countRows(fresh, table)]
  if (before !== expected || after < before)
    throw new StartupError(
      `The table "${table}" has ${before} rows, and ${after} came over: the database is as it was. Restore a backup into another DATA_DIR instead.`,
    )
  return after
}

/** Puts the old database aside and the new one in its place. A start finishes it when it is killed between the two. */
async function exchange(folder: string, from: number): Promise<string> {
  const aside = freeName(path.join(path.dirname(folder), `database-${from}`))
  await sync(unfinishedBeside(folder))
  await fs.rename(unfinishedBeside(folder), completeBeside(folder))
  await fs.rename(folder, aside)
  await fs.rename(completeBeside(folder), folder)
  await sync(path.dirname(folder))
  return aside
}

function freeName(name: string): string {
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : `${name}.${n}`
    if (!existsSync(free)) return free
  }
}

/** Makes names survive a power failure. */
async function sync(folder: string): Promise<void> {
  const handle = await fs.open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
