import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import type { Db } from '../db/connection.ts'
import { doneMigrations } from '../db/migrate.ts'
import { filesOf } from '../images/files-of.ts'
import type { ImageStorage } from '../images/storage.ts'
import { conflict } from '../lib/errors.ts'
import { copyOut, type FoundTable, findTables, listOf } from './catalogue.ts'
import {
  type Contents,
  contentsName,
  formatVersion,
  ImageDigest,
  imageName,
  type Manifest,
  manifestName,
  pieceName,
  sealed,
  type TableContents,
  TableDigest,
} from './format.ts'
import { kyselyOn } from './own-connection.ts'

export interface BackupSource {
  db: Db
  images: ImageStorage
  /** The public origin of the shop. */
  origin: string
  madeAt: Date
}

const pieceBytes = 2 ** 20
const imagesAtOnce = 500
const maxNamed = 20

/**
 * Writes a snapshot of the shop into `sink`, while the shop goes on selling.
 * @param client a dedicated connection, which cannot be used afterwards
 * @param sink ended after the last byte, destroyed on failure
 */
export async function writeBackup(
  client: pg.Client,
  source: BackupSource,
  sink: Writable,
  signal?: AbortSignal,
): Promise<Contents> {
  const tar = pack()
  const writing = pipeline(tar, createZstdCompress(), sealed(), sink, { signal })
  const filling = fill(tar, client, source).catch(error => {
    tar.destroy(error)
    throw error
  })
  await Promise.allSettled([writing, filling])
  await writing // throws the error that ended the stream first
  return await filling
}

async function fill(tar: Pack, client: pg.Client, source: BackupSource): Promise<Contents> {
  const tables = await beginSnapshot(client)
  const add = adding(tar, source.madeAt)
  await add(manifestName, toJson(await manifestOf(client, tables, source)))
  const written = await copyTables(client, tables, (name, piece, bytes) => add(pieceName(name, piece), bytes))
  const contents = { tables: written, images: await addImages(add, client, source) }
  await add(contentsName, toJson(contents))
  tar.finalize()
  return contents
}

const toJson = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

type Add = (name: string, bytes: Buffer) => Promise<void>

const adding =
  (tar: Pack, mtime: Date): Add =>
  (name, bytes) =>
    new Promise((resolve, reject) => {
      const entry = tar.entry({ name, mtime, mode: 0o600 }, bytes, error => (error ? reject(error) : resolve()))
      entry.on('error', reject) // an unhandled error would end the process
    })

/** Locks the tables before it takes the snapshot, so that no migration can run between the snapshot and the copies. */
async function beginSnapshot(client: pg.Client): Promise<FoundTable[]> {
  const held = await findTables(client)
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${listOf(held)} in access share mode`)
  const tables = await findTables(client)
  if (JSON.stringify(tables) !== JSON.stringify(held))
    throw conflict('The tables of the shop have been changed just now: make the backup again.')
  return tables
}

async function manifestOf(
  client: pg.Client,
  tables: FoundTable[],
  { origin, madeAt }: BackupSource,
): Promise<Manifest> {
  const { rows } = await client.query(`select current_setting('server_version') as postgres`)
  return {
    format: formatVersion,
    madeAt: madeAt.toISOString(),
    origin,
    migrations: await doneMigrations(kyselyOn(client)),
    postgres: rows[0].postgres,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  }
}

/**
 * The table digests of a backup made now.
 * @param client a dedicated connection, which cannot be used afterwards
 */
export const digestTables = async (client: pg.Client): Promise<Contents['tables']> =>
  await copyTables(client, await beginSnapshot(client), async () => undefined)

type TakePiece = (table: string, piece: number, bytes: Buffer) => Promise<void>

async function copyTables(client: pg.Client, tables: FoundTable[], take: TakePiece): Promise<Contents['tables']> {
  const copied: Contents['tables'] = {}
  for (const table of tables) copied[table.name] = await copyTable(client, table, take)
  return copied
}

async function copyTable(client: pg.Client, table: FoundTable, take: TakePiece): Promise<TableContents> {
  const copy = client.query(to(copyOut(table)))
  copy.on('error', () => undefined) // thrown below; this handler covers a consumer that has stopped reading
  const digest = new TableDigest()
  let pieces = 0
  for await (const piece of inPieces(copy)) {
    digest.add(piece)
    await take(table.name, ++pieces, piece)
  }
  return digest.contents()
}

/** A tar needs the length of a file before its content, so a table is cut into pieces that fit into memory. */
async function* inPieces(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}

async function addImages(add: Add, client: pg.Client, { db, images }: BackupSource): Promise<Contents['images']> {
  const digest = new ImageDigest()
  let missing = 0
  const firstMissing: string[] = []
  for await (const image of findImages(client)) {
    const keys = filesOf(image).map(name => `${image.id}/${name}`)
    const files = await Promise.all(keys.map(async key => [key, await images.get(key)] as const))
    const lost = files.filter(([, bytes]) => !bytes)
    if (lost.length > 0 && (await isStillThere(db, image.id))) {
      missing += lost.length
      firstMissing.push(...lost.map(([key]) => key).slice(0, maxNamed - firstMissing.length))
    }
    for (const [key, bytes] of files) {
      if (!bytes) continue
      digest.add(key, bytes)
      await add(imageName(key), bytes)
    }
  }
  return { ...digest.contents(), missing, firstMissing }
}

async function* findImages(client: pg.Client): AsyncGenerator<{ id: string; placeholder: string }> {
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ id: string; placeholder: string }>(
      'select id, placeholder from image where id collate "C" > $1 order by id collate "C" limit $2',
      [last, imagesAtOnce],
    )
    yield* rows
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

/** Whether a picture still exists; one that was swept since the snapshot is not missing. The query waits for a running sweep. */
async function isStillThere(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('image').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return row !== undefined
}
