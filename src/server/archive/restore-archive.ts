import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config/settings.ts'
import { type Connection, isDatabaseBusy } from '../db/connection.ts'
import { type DataLocation, findDataLocation } from '../db/embedded/data-location.ts'
import { explainOutput } from '../db/embedded/explain.ts'
import {
  findPostmaster,
  makeSocketFolder,
  removeSocketFolder,
  startPostmaster,
  stopPostmaster,
} from '../db/embedded/postmaster.ts'
import { archiveLog } from '../db/embedded/start.ts'
import { conflict } from '../lib/errors.ts'
import { type Archive, openArchive } from './archive.ts'
import { feedLog } from './feed-log.ts'
import { findRestorePoint, gapIn, type RestorePoint } from './find-restore.ts'
import { unpackBase } from './unpack-base.ts'

/** What was brought back. */
export interface RestoredArchive {
  /** When the copy was made with which it began. */
  copiedAt: Date
  /** The moment of the last change in it. */
  changedAt: Date
  segments: number
  /** The first segment that is missing before the moment: nothing after it could be brought back. */
  gap?: string
  /** Bytes of the copy in the archive. */
  bytes: number
  /** How long it took, in ms. */
  tookMs: number
  /** Of a restore to a moment: the same database at the end of the archive, to be opened once. */
  openLater?: () => Promise<LaterDatabase>
}

/** A database that is thrown away when it is closed. */
export interface LaterDatabase {
  connection: Connection
  close(): Promise<void>
}

/**
 * Brings the embedded database back from the archive alone, as it was at a moment, into a DATA_DIR without one. The folder of
 * the database appears only when it is whole.
 * @param to the moment; undefined for the end of the archive
 * @throws ShopError with one sentence; DATA_DIR is then as before
 */
export async function restoreArchive(
  { archive: settings, dataDir, databaseUrl }: Pick<Config, 'archive' | 'dataDir' | 'databaseUrl'>,
  to: Date | undefined,
): Promise<RestoredArchive> {
  if (databaseUrl)
    throw conflict("The archive is of the shop's own database: restore the one at DATABASE_URL with its own tools.")
  if (!settings) throw conflict('Set ARCHIVE_KEY, and ARCHIVE_BUCKET or ARCHIVE_FOLDER, to restore from the archive.')
  const began = performance.now()
  const location = await findDataLocation(dataDir)
  await refuseFilled(location)
  if (settings.s3) await (await import('../buckets/client.ts')).checkBucket(settings.s3, 'ARCHIVE')
  const archive = await openArchive(settings)
  const found = await findRestorePoint(archive.places, to ?? new Date())
  const unfinished = { ...location, folder: `${location.folder}.restoring` }
  const later = { ...location, folder: `${location.folder}.later` }
  try {
    await unpack(unfinished, found, archive.key)
    const archived = await archiveLog(location)
    const { changedAt, segments, isWhole } = await replay(unfinished, found, archive.key, { settings: archived, to })
    const openLater = to && (await restoreEnd(later, archive))
    await rename(unfinished.folder, location.folder)
    const gap = to && isWhole ? undefined : gapIn(found.log, found.base.start)
    const tookMs = performance.now() - began
    return { copiedAt: found.base.endedAt, changedAt, segments, gap, bytes: found.base.bytes, tookMs, openLater }
  } catch (error) {
    await removeUnfinished(unfinished)
    await removeUnfinished(later)
    throw error
  }
}

/** Restores the end of the archive into a folder of its own, for what must not go back. Nothing of it is archived. */
async function restoreEnd(place: DataLocation, archive: Archive): Promise<() => Promise<LaterDatabase>> {
  const found = await findRestorePoint(archive.places, new Date())
  await unpack(place, found, archive.key)
  await replay(place, found, archive.key, { settings: {}, to: undefined })
  return async () => {
    const socketFolder = await makeSocketFolder(place)
    const attempt = await startPostmaster(place, {}, socketFolder)
    while (!(await lastChange(socketFolder))) {
      if (attempt.hasEnded()) throw explainOutput(await attempt.output(), place.folder, place.logFile)
      await sleep(50)
    }
    return {
      connection: { host: socketFolder, port: 5432, user: 'vitrine', database: 'vitrine' },
      close: () => removeUnfinished(place),
    }
  }
}

async function unpack(place: DataLocation, { base, place: from }: RestorePoint, secret: string): Promise<void> {
  await removeUnfinished(place)
  await unpackBase(from, base.key, { folder: place.folder, runAs: place.runAs, secret })
}

async function refuseFilled({ folder, dataDir }: DataLocation): Promise<void> {
  const files = await readdir(folder).catch(noneIfMissing)
  if (files.length > 0)
    throw conflict(`There is a database in ${dataDir} already: move it aside, or restore into another DATA_DIR.`)
}

/** Also what a restore that was killed has left, whose database may still be running. */
async function removeUnfinished({ folder }: DataLocation): Promise<void> {
  const running = await findPostmaster(folder)
  if (running) await stopPostmaster(running, folder)
  await rm(folder, { recursive: true, force: true })
}

interface Recovery {
  /** Settings of the database from now on. */
  settings: Record<string, string>
  to: Date | undefined
}

/** Replays the log over the copy, and stops the database that did it. */
async function replay(
  place: DataLocation,
  { log }: RestorePoint,
  secret: string,
  recovery: Recovery,
): Promise<{ changedAt: Date; segments: number; isWhole: boolean }> {
  const feed = await feedLog({ log, secret, exchange: `${place.folder}-log`, runAs: place.runAs })
  try {
    const recovered = await recover(place, feed.command, recovery)
    return { ...recovered, segments: await feed.close() }
  } catch (error) {
    await feed.close() // throws what the feeding failed with, which is the reason
    throw error
  }
}

async function recover(place: DataLocation, command: string, { settings, to }: Recovery) {
  const { folder, runAs } = place
  const signal = path.join(folder, 'recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  if (runAs) await chown(signal, runAs.uid, runAs.gid)
  const all = { ...settings, hot_standby: 'off', restore_command: command }
  const target = to && { recovery_target_time: to.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }
  const changedAt = await endOfRecovery(place, { ...all, ...target })
  if (changedAt) return { changedAt, isWhole: true }
  // The log ended before the moment, so everything in it is before the moment.
  const end = await endOfRecovery(place, all)
  if (!end) throw new Error('the database did not recover')
  return { changedAt: end, isWhole: false }
}

/**
 * Starts the recovering database, waits for its end, and stops the database.
 * @returns the moment of the last change, or undefined when the log ended before the moment that was asked for
 */
async function endOfRecovery(place: DataLocation, settings: Record<string, string>): Promise<Date | undefined> {
  const socketFolder = await makeSocketFolder(place)
  const attempt = await startPostmaster(place, settings, socketFolder)
  try {
    while (!attempt.hasEnded()) {
      const changedAt = await lastChange(socketFolder)
      if (changedAt) return changedAt
      await sleep(50)
    }
    const output = await attempt.output()
    if (output.includes('recovery ended before configured recovery target was reached')) return undefined
    throw explainOutput(output, place.folder, place.logFile)
  } finally {
    const running = await findPostmaster(place.folder)
    if (running) await stopPostmaster(running, place.folder)
    else await removeSocketFolder(socketFolder)
  }
}

/** Undefined as long as the database recovers: it lets nobody in. */
async function lastChange(host: string): Promise<Date | undefined> {
  const client = new pg.Client({
    host,
    port: 5432,
    user: 'vitrine',
    database: 'vitrine',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query(
      'select coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()) as at',
    )
    return rows[0].at
  } catch (error) {
    if (isDatabaseBusy(error)) return undefined
    throw error
  } finally {
    await client.end()
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}
