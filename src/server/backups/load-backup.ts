import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Connection, Tx } from '../db/connection.ts'
import { migrateWithin } from '../db/migrate.ts'
import { badRequest, busy, conflict, ShopError } from '../lib/errors.ts'
import {
  continueSequences,
  copyIn,
  copyOut,
  type FoundTable,
  findTables,
  hasTables,
  listOf,
  type Table,
} from './catalogue.ts'
import { Contents, contentsName, ImageDigest, imageOf, type TableContents, TableDigest, tableOf } from './format.ts'
import { kyselyOn, takeLock, withOwnConnection } from './own-connection.ts'
import {
  type Backup,
  contentOf,
  type Entry,
  isNoBackup,
  isUnreadable,
  parse,
  readEntries,
  understand,
} from './read-backup.ts'

interface Goal {
  connection: Connection
  /** Stores some of the pictures. */
  saveImages(files: [key: string, bytes: Buffer][]): Promise<void>
  /** Runs in the same transaction, after everything is loaded and migrated. */
  finish?(tx: Tx): Promise<void>
  signal?: AbortSignal
}

export interface LoadedBackup {
  contents: Contents
  /** Tables in the backup that do not belong to Vitrine. */
  leftOut: string[]
}

const imagesAtOnce = 8

/**
 * Loads a backup into an empty database, in one transaction: creates the tables as the backup's version had them, compares
 * every table with the backup's digests, and migrates to the current version.
 * @throws ShopError with one sentence; the database is then as empty as before
 */
export async function loadBackup(backup: Backup, goal: Goal): Promise<LoadedBackup> {
  try {
    return await withOwnConnection(goal.connection, client =>
      kyselyOn(client)
        .transaction()
        .execute(tx => load(backup, goal, client, tx)),
    )
  } catch (error) {
    throw isUnreadable(error) ? isNoBackup(backup.file) : sentenceFor(error)
  }
}

async function load(
  backup: Backup,
  { saveImages, finish, signal }: Goal,
  client: pg.Client,
  tx: Tx,
): Promise<LoadedBackup> {
  if (!(await takeLock(client, 'vitrine restore'))) throw conflict('Another restore into this place is under way.')
  await refuseTables(client)
  await migrateWithin(tx, backup.manifest.migrations.at(-1))
  const tables = await findTables(client)
  const ours = backup.manifest.tables.filter(({ name }) => tables.some(table => table.name === name))
  refuseOthers(tables, ours, backup.file)
  await client.query(`truncate ${listOf(tables)}`) // a migration may have inserted rows
  await setTriggers(client, tables, 'disable')

  const contents = await fill(backup, { ours, client, saveImages, signal })
  for (const table of tables) await compare(client, table, contents.tables[table.name])

  await setTriggers(client, tables, 'enable')
  await continueSequences(client)
  await migrateWithin(tx)
  await finish?.(tx)
  await client.query('analyze')
  const leftOut = backup.manifest.tables.filter(table => !ours.includes(table)).map(({ name }) => name)
  return { contents, leftOut }
}

/** @throws ShopError when the database already has tables */
export async function refuseTables(client: pg.Client): Promise<void> {
  if (await hasTables(client))
    throw conflict(
      'There is a shop already: restore into an empty place, with another DATA_DIR or the DATABASE_URL of an empty database.',
    )
}

/** @throws ShopError unless the backup has every table of its version, with the same columns */
function refuseOthers(tables: FoundTable[], ours: Table[], file: string): void {
  for (const { name, columns } of tables) {
    const table = ours.find(each => each.name === name)
    if (!table) throw badRequest(`The table "${name}" is not in this backup: use another one.`)
    const odd = columns.find(column => !table.columns.includes(column))
    if (odd) throw badRequest(`The column "${odd}" of the table "${name}" is not in this backup: use another one.`)
    const foreign = table.columns.find(column => !columns.includes(column))
    if (foreign)
      throw badRequest(
        `The column "${foreign}" of the table "${name}" is not Vitrine's, so this backup cannot be used.`,
      )
  }
  if (new Set(ours.map(({ name }) => name)).size < ours.length) throw isNoBackup(file)
}

/**
 * The backup contains the counters that triggers maintain, so the triggers must not count again. Foreign keys are still
 * checked.
 */
async function setTriggers(client: pg.Client, tables: Table[], action: 'disable' | 'enable'): Promise<void> {
  for (const table of tables) await client.query(`alter table ${listOf([table])} ${action} trigger user`)
}

interface Filling extends Pick<Goal, 'saveImages' | 'signal'> {
  ours: Table[]
  client: pg.Client
}

async function fill(backup: Backup, { ours, client, saveImages, signal }: Filling): Promise<Contents> {
  const entries = readEntries(backup, signal)
  const next = async () => {
    const { value, done } = await entries.next()
    return done ? undefined : value
  }
  const pictures = takingPictures(saveImages)
  try {
    await (await next())?.resume() // skips the manifest
    let entry = await next()
    while (entry) {
      const { name } = entry.header
      const table = ours.find(each => each.name === tableOf(name))
      const key = imageOf(name)
      if (table) {
        const pieces = async function* () {
          for (; entry && tableOf(entry.header.name) === table.name; entry = await next()) yield* entry
        }
        await pipeline(pieces, client.query(from(copyIn(table))), { signal })
        continue
      }
      if (key) await pictures.take(key, await contentOf(entry, backup.file))
      else if (name === contentsName) return await readContents(entry, backup, await pictures.end())
      else entry.resume()
      entry = await next()
    }
    throw isNoBackup(backup.file)
  } finally {
    await entries.return(undefined)
  }
}

function takingPictures(saveImages: Goal['saveImages']) {
  const digest = new ImageDigest()
  let files: [string, Buffer][] = []
  const flush = async () => {
    await saveImages(files)
    files = []
  }
  return {
    async take(key: string, bytes: Buffer) {
      digest.add(key, bytes)
      files.push([key, bytes])
      if (files.length === imagesAtOnce) await flush()
    },
    async end() {
      await flush()
      return digest.contents()
    },
  }
}

type ImageFacts = ReturnType<ImageDigest['contents']>

async function readContents(entry: Entry, { file }: Backup, found: ImageFacts): Promise<Contents> {
  const contents = understand(Contents, parse(await contentOf(entry, file)), file)
  const { files, sha256 } = contents.images
  if (found.files !== files || found.sha256 !== sha256)
    throw badRequest('The pictures in this backup are not those that it was made of: use another one.')
  return contents
}

async function compare(client: pg.Client, table: FoundTable, expected: TableContents | undefined): Promise<void> {
  const digest = new TableDigest()
  for await (const chunk of client.query(to(copyOut(table)))) digest.add(chunk)
  const { rows, sha256 } = digest.contents()
  if (sha256 !== expected?.sha256)
    throw badRequest(
      `The table "${table.name}" did not come back as it was (${rows} rows of ${expected?.rows ?? 'unknown'}): use another backup.`,
    )
}

function sentenceFor(error: unknown): unknown {
  if (error instanceof ShopError || !(error instanceof pg.DatabaseError)) return error
  if (/^53/.test(error.code ?? ''))
    return busy(error, 'The database has no room left: free some space, and restore again.')
  if (/^2[23]/.test(error.code ?? '')) {
    const where = error.table ? ` of the table "${error.table}"` : ''
    return badRequest(`The rows${where} in this backup cannot be loaded: it is damaged, so use another one.`)
  }
  return error
}
