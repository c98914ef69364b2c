import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { ArchiveSettings, Config } from '../config/settings.ts'
import type { Connection, Db } from '../db/connection.ts'
import { reserveBytes, statFree } from '../db/disk-space.ts'
import { spoolOf } from '../db/embedded/start.ts'
import type { ImageStorage } from '../images/storage.ts'
import { lastNight } from '../jobs/nightly.ts'
import { type JobContext, runJob } from '../jobs/run-job.ts'
import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import { openArchive } from './archive.ts'
import { copyBase } from './copy-base.ts'
import { noteMissingPictures, prunePictures, shipPictures } from './pictures.ts'
import { pruneArchive } from './prune.ts'
import { shipLog } from './ship.ts'
import { type ArchiveStatus, outgoingFolder, readStatus, writeStatus } from './status.ts'

interface Context extends JobContext {
  config: Pick<Config, 's3' | 'dataDir'>
  settings: ArchiveSettings
  connection: Connection
  images: ImageStorage
  /** The folder of the embedded database's files. */
  folder: string
}

const shipEveryMs = 1_000
const lookForBaseEveryMs = 10 * 60_000
/** Below this the log that waits here is given up, so that the shop goes on. */
const minFreeBytes = 2 * reserveBytes

/**
 * Archives the embedded database: each finished segment of its log within seconds, and a copy of its files every night.
 * @returns a handle whose `close` stops it after the segment on its way
 */
export async function startArchiving(context: Context, log: Pick<Log, 'warn'>): Promise<{ close(): Promise<void> }> {
  const { config, db, folder, settings, connection, images, clock } = context
  const { dataDir } = config
  const archive = await openArchive(settings)
  const outgoing = outgoingFolder(dataDir)
  const spool = spoolOf(folder)
  const system = await systemOf(db)
  const pictures = config.s3 ? undefined : { archive, images, dataDir } // a bucket of pictures is elsewhere already
  let hasLooked = false
  let status: ArchiveStatus = (await readStatus(dataDir)) ?? {}
  const note = (change: ArchiveStatus) => {
    status = { ...status, ...change }
    return writeStatus(dataDir, status)
  }

  async function ship(signal: AbortSignal) {
    try {
      const segment = await shipLog({ archive, spool, outgoing, system, signal })
      if (pictures) {
        if (!hasLooked) await noteMissingPictures(pictures)
        hasLooked = true
        await shipPictures(pictures, signal)
      }
      if (segment || status.failing)
        await note({ ...(segment && { segment, shippedAt: clock.now().toISOString() }), failing: undefined })
    } catch (error) {
      if (signal.aborted) return
      const { since = clock.now().toISOString() } = status.failing ?? {}
      const isNew = !status.failing
      await note({ failing: { since, why: (error as Error).message } })
      if (isNew) throw error
      if ((await statFree(outgoing)) < minFreeBytes) await giveUp()
    }
  }

  /** The disk is almost full of what cannot be archived. */
  async function giveUp() {
    for (const place of [spool, outgoing]) await empty(place)
    await note({ base: undefined })
    log.warn(
      {},
      'the disk is almost full: the log that could not be archived is deleted, a new copy of the files follows',
    )
  }

  async function copyWhenDue(signal: AbortSignal) {
    const { base } = status
    if (base && Date.parse(base.at) >= +lastNight(clock.now())) return
    const source = { archive, connection, folder, outgoing, system, now: clock.now }
    const made = await runJob(context, 'base', () => copyBase(source, signal))
    await note({ base: { ...made, at: clock.now().toISOString() } })
    await pruneArchive(archive, system, clock.now())
    if (pictures) await prunePictures(pictures, clock.now())
  }

  const jobs = [
    runEvery(
      { everyMs: shipEveryMs, runsAtStart: true, run: ship, messageFor: () => 'the archive is not reached' },
      log,
    ),
    runEvery(
      {
        everyMs: lookForBaseEveryMs,
        runsAtStart: true,
        run: copyWhenDue,
        messageFor: () => 'the copy of the database for the archive has failed',
        isAbandonedOnClose: true,
      },
      log,
    ),
  ]
  return {
    async close() {
      await Promise.all(jobs.map(job => job.close()))
    },
  }
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name !== 'status.json') await rm(path.join(folder, name), { force: true })
}

/** The identifier that `initdb` gave the database; a restore keeps it. */
async function systemOf(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(db)
  return rows[0]?.id ?? ''
}
