import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { copyBackup, fetchBackup } from '../archive/backup-copies.ts'
import { scrub } from '../archive/scrub.ts'
import { outgoingFolder } from '../archive/status.ts'
import type { ArchiveSettings } from '../config/settings.ts'
import type { Connection, Db } from '../db/connection.ts'
import type { ImageStorage } from '../images/storage.ts'
import { type JobContext, runJob } from '../jobs/run-job.ts'
import type { MayDelete } from '../lib/clock.ts'
import { conflict, notFound, ShopError } from '../lib/errors.ts'
import { drillBackup } from './drill.ts'
import { findBackups, pruneBackups, saveBackup } from './save-backup.ts'

/** The dependencies of making and checking backups. */
export interface Backups extends JobContext {
  connection: Connection
  images: ImageStorage
  /** The public origin of the shop. */
  origin: string
  /** The folder of the backups. */
  folder: string
  /** Where backups are copied, off this machine. */
  archive?: ArchiveSettings
  dataDir: string
  /** Counts the broken rules in a restored shop. */
  inspect: (restored: Db) => Promise<number>
  mayDelete: MayDelete
}

/**
 * Makes a backup, then deletes those that are too old while the clock can be trusted, and copies it off this machine. It stays
 * good when the copy fails.
 * @param signal aborts it when the shop closes
 * @throws ShopError with one sentence when no backup can be made
 */
export async function makeBackup(backups: Backups, signal?: AbortSignal) {
  const { db, connection, images, origin, folder, clock } = backups
  return await runJob(backups, 'backup', () =>
    untilClosed(signal, async () => {
      const madeAt = clock.now()
      const { file, bytes, contents } = await saveBackup({ db, images, origin, madeAt }, { connection, folder, signal })
      if (await backups.mayDelete()) await pruneBackups(folder, madeAt, await lastProven(db))
      const { files, missing, firstMissing } = contents.images
      const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0)
      const copy = await copyAway(backups, file, signal)
      return { file: path.basename(file), bytes, rows, images: files, missingImages: missing, firstMissing, ...copy }
    }),
  )
}

/**
 * Checks whether the newest backup can be restored: the copy off this machine where there is one.
 * @param signal aborts it when the shop closes
 * @throws ShopError with one sentence when it cannot be restored, or when the drill cannot run
 */
export async function drillNewest(backups: Backups, signal?: AbortSignal) {
  const { connection, inspect, folder } = backups
  return await runJob(backups, 'drill', () =>
    untilClosed(signal, async () => {
      const copy = await fetchCopy(backups)
      const newest = copy?.file ?? (await findBackups(folder))[0]?.file
      if (!newest) throw notFound('A backup to try')
      try {
        const drilled = await drillBackup(newest, { connection, inspect, signal })
        return { file: path.basename(newest), ...(copy && { from: copy.from }), ...drilled }
      } finally {
        if (copy) await rm(copy.file)
      }
    }),
  )
}

/**
 * Reads the whole database and the whole archive.
 * @throws ShopError that names what is damaged
 */
export async function scrubAll(backups: Backups, signal?: AbortSignal) {
  const { archive: settings, connection, images } = backups
  return await runJob(backups, 'scrub', () =>
    untilClosed(signal, async () => {
      const archive = settings && (await openArchive(settings))
      return await scrub({ connection, images, archive, signal })
    }),
  )
}

/** Why a copy failed is a fact of the backup. */
async function copyAway({ archive, dataDir, clock, mayDelete }: Backups, file: string, signal?: AbortSignal) {
  if (!archive?.s3) return {}
  try {
    const opened = await openArchive(archive)
    const outgoing = outgoingFolder(dataDir)
    return { copiedTo: await copyBackup(opened, file, { outgoing, now: clock.now(), mayDelete, signal }) }
  } catch (error) {
    return { copyFailed: (error as Error).message }
  }
}

/** @throws ShopError 409 when the copy cannot be had: the drill has then failed */
async function fetchCopy({ archive, dataDir }: Backups) {
  if (!archive?.s3) return undefined
  try {
    const outgoing = outgoingFolder(dataDir)
    await mkdir(outgoing, { recursive: true, mode: 0o700 })
    return await fetchBackup(await openArchive(archive), outgoing)
  } catch (error) {
    throw error instanceof ShopError ? error : conflict(`The copy off this machine: ${(error as Error).message}.`)
  }
}

async function openArchive(settings: ArchiveSettings) {
  return await (await import('../archive/archive.ts')).openArchive(settings)
}

/** The name of the last backup that a drill has restored. */
async function lastProven(db: Db): Promise<string | undefined> {
  const drill = await db
    .selectFrom('chore')
    .select(sql<string>`facts->>'file'`.as('file'))
    .where('kind', '=', 'drill')
    .where('facts', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return drill?.file
}

async function untilClosed<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw signal?.aborted ? conflict('The shop was closed meanwhile.') : error
  }
}
