import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { ArchiveSettings, Config } from '../config/settings.ts'
import type { Connection, Db } from '../db/connection.ts'
import { reserveBytes, statFree } from '../db/disk-space.ts'
import { spoolOf } from '../db/embedded/start.ts'
import type { ImageStorage } from '../images/storage.ts'
import { lastNight } from '../jobs/nightly.ts'
import { type JobContext, runJob } from '../jobs/run-job.ts'
import type { MayDelete } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import { queueArchiveFailing } from '../mail/archive-failing.ts'
import { openArchive } from './archive.ts'
import { copyBase } from './copy-base.ts'
import { noteMissingPictures, prunePictures, shipPictures } from './pictures.ts'
import { pruneArchive } from './prune.ts'
import { shipLog } from './ship.ts'
import { type ArchiveStatus, isSegmentOnItsWay, outgoingFolder, readStatus, writeStatus } from './status.ts'

interface Context extends JobContext {
  config: Pick<Config, 's3' | 'dataDir'>
  settings: ArchiveSettings
  connection: Connection
  images: ImageStorage
  mayDelete: MayDelete
  /** The folder of the embedded database's files. */
  folder: string
}

const shipEveryMs = 1_000
/** Admins get an e-mail when it fails for this long. */
const tellAfterMs = 15 * 60_000
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
  let status: ArchiveStatus = { ...(await readStatus(dataDir)), spool }
  const note = (change: Partial<ArchiveStatus>) => {
    status = { ...status, ...change }
    return writeStatus(dataDir, status)
  }

  async function ship(signal: AbortSignal) {
    try {
      await throwHandoverFailure(db)
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
      if ((await statFree(outgoing)) < minFreeBytes) await giveUp()
      await fail(error as Error)
    }
  }

  async function fail(error: Error) {
    const now = clock.now()
    const { since = now.toISOString(), isTold = false } = status.failing ?? {}
    const isNew = !status.failing
    const isDue = +now - Date.parse(since) > tellAfterMs && !isTold
    if (isDue) await queueArchiveFailing(db, now)
    await note({ failing: { since, why: error.message, isTold: isTold || isDue } })
    if (isNew) throw error
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
    await throwHandoverFailure(db) // without the log the copy would be worth nothing
    const source = { archive, connection, folder, outgoing, system, now: clock.now }
    const made = await runJob(context, 'base', () => copyBase(source, signal))
    await note({ base: { ...made, at: clock.now().toISOString() } })
    if (!(await context.mayDelete())) return
    await pruneArchive(archive, system, clock.now())
    if (pictures) await prunePictures(pictures, clock.now())
  }

  await mkdir(outgoing, { recursive: true, mode: 0o700 })
  await removeUnfinished(outgoing)
  await note({})
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

/** @throws Error when the database hands nothing over: it cannot, or a shop without the archive has started it */
async function throwHandoverFailure(db: Db): Promise<void> {
  const { rows } = await sql<{ isOn: boolean; failed: boolean }>`
    select current_setting('archive_mode') = 'on' as "isOn",
      last_failed_time > coalesce(last_archived_time, '-infinity') as failed
    from pg_stat_archiver`.execute(db)
  const [{ isOn, failed } = { isOn: false, failed: false }] = rows
  if (!isOn) throw new Error('the database runs without the archive: stop the shop and start it again')
  if (failed) throw new Error('the database cannot hand over its log: database.log says why')
}

/** What was on its way when the shop was killed; segments are whole, and the rest is made again. */
async function removeUnfinished(outgoing: string): Promise<void> {
  for (const file of await readdir(outgoing))
    if (!stays.has(file) && !isSegmentOnItsWay(file)) await rm(path.join(outgoing, file))
}

const stays = new Set(['status.json', 'pictures'])

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (!stays.has(name)) await rm(path.join(folder, name), { force: true })
}

/** The identifier that `initdb` gave the database; a restore keeps it. */
async function systemOf(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(db)
  return rows[0]?.id ?? ''
}
