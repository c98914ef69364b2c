import path from 'node:path'
import { sql } from 'kysely'
import type { Connection, Db } from '../db/connection.ts'
import type { ImageStorage } from '../images/storage.ts'
import { type JobContext, runJob } from '../jobs/run-job.ts'
import type { MayDelete } from '../lib/clock.ts'
import { conflict, notFound } from '../lib/errors.ts'
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
  /** Counts the broken rules in a restored shop. */
  inspect: (restored: Db) => Promise<number>
  mayDelete: MayDelete
}

/**
 * Makes a backup, then deletes those that are too old, while the clock can be trusted.
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
      return { file: path.basename(file), bytes, rows, images: files, missingImages: missing, firstMissing }
    }),
  )
}

/**
 * Checks whether the newest backup can be restored.
 * @param signal aborts it when the shop closes
 * @throws ShopError with one sentence when it cannot be restored, or when the drill cannot run
 */
export async function drillNewest(backups: Backups, signal?: AbortSignal) {
  const { connection, inspect, folder } = backups
  return await runJob(backups, 'drill', () =>
    untilClosed(signal, async () => {
      const [newest] = await findBackups(folder)
      if (!newest) throw notFound('A backup to try')
      return { file: path.basename(newest.file), ...(await drillBackup(newest.file, { connection, inspect, signal })) }
    }),
  )
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
