import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Connection } from '../db/connection.ts'
import { reserveBytes, statFree } from '../db/disk-space.ts'
import { busy, conflict } from '../lib/errors.ts'
import type { Contents } from './format.ts'
import { takeLock, withOwnConnection } from './own-connection.ts'
import { type BackupSource, writeBackup } from './write-backup.ts'

export interface SavedBackup {
  file: string
  bytes: number
  contents: Contents
}

interface Where {
  connection: Connection
  folder: string
  signal?: AbortSignal
  /** Free bytes on the disk of a folder. */
  freeOn?: (folder: string) => Promise<number>
}

/**
 * Makes a backup as a file in a folder, readable by its owner only. The file is complete or does not exist.
 * @throws ShopError 409 when another backup is being made, 503 when the disk has no room for it and the database; earlier
 * backups stay
 */
export async function saveBackup(
  source: BackupSource,
  { connection, folder, signal, freeOn = statFree }: Where,
): Promise<SavedBackup> {
  return await withOwnConnection(connection, async client => {
    if (!(await takeLock(client, 'vitrine backup file')))
      throw conflict('Another backup is being made: wait until it is done.')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeUnfinished(folder)
    const file = freeName(folder, source.madeAt)
    const unfinished = `${file}.${randomUUID()}${partial}`
    const room = await watchRoom(() => freeOn(folder))
    try {
      room.signal.throwIfAborted()
      const sink = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
      const contents = await writeBackup(
        client,
        source,
        sink,
        AbortSignal.any([room.signal, ...(signal ? [signal] : [])]),
      )
      await rename(unfinished, file)
      await sync(folder)
      return { file, bytes: (await stat(file)).size, contents }
    } catch (error) {
      await rm(unfinished, { force: true })
      throw isFull(error) || room.signal.aborted ? noRoom(error, folder) : error
    } finally {
      room.close()
    }
  })
}

/** A backup leaves enough disk space for the database to run and for the shop to accept changes. */
const leavesBytes = 2 * reserveBytes
const lookEveryMs = 500

async function watchRoom(free: () => Promise<number>): Promise<{ signal: AbortSignal; close(): void }> {
  const room = new AbortController()
  const look = async () => {
    if ((await free()) < leavesBytes) room.abort()
  }
  await look()
  const timer = setInterval(() => void look().catch(error => room.abort(error)), lookEveryMs)
  return { signal: room.signal, close: () => clearInterval(timer) }
}

const partial = '.partial'

/** Only the holder of the lock writes into this folder. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.endsWith(partial)) await rm(path.join(folder, name))
}

const ending = '.tar.zst'

/** The name is the second in which the backup was made, or the next free one. */
function freeName(folder: string, madeAt: Date): string {
  for (let at = +madeAt; ; at += 1_000) {
    const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '')
    const file = path.join(folder, `vitrine-${time}Z${ending}`)
    if (!existsSync(file)) return file
  }
}

const backupName = /^vitrine-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.tar\.zst$/

/** The backups in a folder, newest first, each with the time in its name. */
export async function findBackups(folder: string): Promise<{ file: string; madeAt: Date }[]> {
  const names = existsSync(folder) ? await readdir(folder) : []
  const found = names.flatMap(name => {
    const [, day, hours, minutes, seconds] = backupName.exec(name) ?? []
    const madeAt = new Date(`${day}${hours}:${minutes}:${seconds}Z`)
    return Number.isNaN(+madeAt) ? [] : [{ file: path.join(folder, name), madeAt }]
  })
  return found.toSorted((a, b) => +b.madeAt - +a.madeAt)
}

const retentionMs = 14 * 24 * 60 * 60_000
const minStored = 3

/**
 * Deletes the backups that are older than 14 days, except the newest three.
 * @param proven the last backup that a drill has restored; it stays whatever its age
 */
export async function pruneBackups(folder: string, now: Date, proven: string | undefined): Promise<void> {
  for (const { file, madeAt } of (await findBackups(folder)).slice(minStored))
    if (+now - +madeAt > retentionMs && path.basename(file) !== proven) await rm(file)
}

/** Makes the new name survive a power failure. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** EFBIG: the file is larger than the user's limit. */
const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')

const noRoom = (why: unknown, folder: string) =>
  busy(
    why,
    `There is no room for a backup in ${folder}: free some space and try again. Earlier backups are as they were.`,
  )
