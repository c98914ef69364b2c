import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '../../lib/startup-error.ts'
import { isDatabaseBusy } from '../connection.ts'
import { type DataLocation, findDataLocation } from './data-location.ts'
import { explainOutput } from './explain.ts'
import { initialise } from './initialise.ts'
import { ClaimedByAnother, claim } from './lock.ts'
import { findPostmaster, makeSocketFolder, removeSocketFolder, startPostmaster, stopPostmaster } from './postmaster.ts'

export type EmbeddedDatabase = {
  connection: { host: string; port: number; user: string; database: string }
  /** The folder of the database's files; below `dataDir` unless the database's user cannot enter that. */
  folder: string
  /** Stops the database, if this process still owns it. */
  stop(): Promise<void>
}

/**
 * Starts the database of `dataDir`: creates it at the first start, and adopts it when a killed shop left it running. It is
 * restarted if it dies while the shop runs.
 * @throws StartupError with one sentence for the owner.
 */
export async function startEmbedded(options: StartOptions & { dataDir: string }): Promise<EmbeddedDatabase> {
  const place = await findDataLocation(path.resolve(options.dataDir))
  await initialise(place)
  return await startAt(place, options)
}

interface StartOptions {
  settings?: Record<string, string>
  /** Puts finished segments of the log into a folder, from which they are archived. */
  isArchived?: boolean
  /** Shares a database that another process owns, which also stops it. Otherwise that is refused. */
  beside?: boolean
}

/** The same for a database that exists, with the programs of its place. */
export async function startAt(place: DataLocation, options: StartOptions): Promise<EmbeddedDatabase> {
  const settings = { ...options.settings, ...(options.isArchived && (await archiveLog(place))) }
  const running = await bringUp(place, settings).catch(async error => {
    const postmaster = options.beside && error instanceof ClaimedByAnother && (await findPostmaster(place.folder))
    if (postmaster) return postmaster.socketFolder
    throw error
  })
  if (typeof running === 'string') return { ...at(running, place), stop: async () => undefined }
  let { lock } = running
  let stopping = false

  const watch = () =>
    lock.once('end', async () => {
      while (!stopping) {
        try {
          lock = (await bringUp(place, settings, running.socketFolder)).lock
          return watch()
        } catch {
          await sleep(1_000) // its log has the reason; requests get 503 meanwhile
        }
      }
    })
  watch()
  await createDatabase(lock)

  return {
    ...at(running.socketFolder, place),
    async stop() {
      stopping = true
      const postmaster = await findPostmaster(place.folder)
      const ours = await lock.query('select 1').then(
        () => true,
        () => false,
      )
      if (postmaster && ours) await stopPostmaster(postmaster, place.folder)
      await lock.end()
    },
  }
}

const at = (socketFolder: string, { folder }: DataLocation) => ({
  connection: { host: socketFolder, port: 5432, user: 'vitrine', database: 'vitrine' },
  folder,
})

/** The folder into which an archived database puts the finished segments of its log. */
export const spoolOf = (folder: string): string => `${folder}-log`

/** A segment is 16 MB; with changes in it, it counts as finished after this time. */
const maxSegmentAge = '15s'

/**
 * The settings of a database whose log is archived, by PostgreSQL's own module that copies a segment whole or not at all.
 * @returns settings for `bringUp`
 */
export async function archiveLog({ folder, runAs }: DataLocation): Promise<Record<string, string>> {
  const spool = spoolOf(folder)
  await fs.mkdir(spool, { recursive: true, mode: 0o700 })
  if (runAs) await fs.chown(spool, runAs.uid, runAs.gid)
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': spool,
    archive_timeout: maxSegmentAge,
  }
}

const startTimeoutMs = 120_000

/**
 * Starts the database unless it runs, and claims it. Waits while it recovers from a crash, or while the previous process stops
 * it.
 */
async function bringUp(place: DataLocation, settings: Record<string, string>, storedSocketFolder?: string) {
  const { folder, logFile, dataDir } = place
  const deadline = Date.now() + startTimeoutMs
  let attempt: Awaited<ReturnType<typeof startPostmaster>> | undefined
  let ownSocketFolder = storedSocketFolder

  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(folder)
    if (postmaster) {
      try {
        const lock = await claim(postmaster.socketFolder, dataDir)
        if (ownSocketFolder && ownSocketFolder !== postmaster.socketFolder) await removeSocketFolder(ownSocketFolder)
        return { lock, socketFolder: postmaster.socketFolder }
      } catch (error) {
        if (!isDatabaseBusy(error)) throw error
      }
    } else if (!attempt) {
      ownSocketFolder ??= await makeSocketFolder(place)
      attempt = await startPostmaster(place, settings, ownSocketFolder)
    } else if (attempt.hasEnded()) {
      const output = await attempt.output()
      const anotherWasQuicker = /lock file "postmaster.pid" already exists/.test(output)
      const anotherHasEndedIt = /received \w+ shutdown request/.test(output)
      if (!anotherWasQuicker && !anotherHasEndedIt) {
        if (ownSocketFolder && !storedSocketFolder) await removeSocketFolder(ownSocketFolder)
        throw explainOutput(output, folder, logFile)
      }
      if (anotherHasEndedIt) ownSocketFolder = storedSocketFolder // that process has removed its files
      attempt = undefined
    }
    await sleep(15)
  }
  throw new StartupError(
    `The database in ${folder} is not ready after two minutes: it may still be recovering from a crash, so try again later. Its log is ${logFile}.`,
  )
}

async function createDatabase(lock: pg.Client) {
  const { rowCount } = await lock.query(`select from pg_database where datname = 'vitrine'`)
  if (rowCount === 0) await lock.query('create database vitrine')
}
