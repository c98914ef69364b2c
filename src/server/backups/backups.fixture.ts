import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import { extract, pack } from 'tar-stream'
import { afterAll } from 'vitest'
import { createOrder, createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import { temporaryFolder, testDatabase } from '../../../tests/support/database.ts'
import type { Db } from '../db/connection.ts'
import { diskStorage } from '../images/disk.ts'
import type { ImageStorage } from '../images/storage.ts'
import { countBroken } from '../integrity/check-shop.ts'
import { randomIds, systemClock } from '../lib/clock.ts'
import type { Backups } from './backup-jobs.ts'
import { makeEmpty } from './busy-shop.fixture.ts'
import { findTables } from './catalogue.ts'
import { sealed, sealLength } from './format.ts'
import { withOwnConnection } from './own-connection.ts'
import { type SavedBackup, saveBackup } from './save-backup.ts'

export const origin = 'https://boutique.test'

export interface TestShop extends Backups {
  storage: string
}

/** A database with empty tables, and a folder, for one test file. */
export async function testShop(): Promise<TestShop> {
  const { db, connection, close } = await testDatabase()
  const storage = await temporaryFolder()
  afterAll(close)
  const images = diskStorage(path.join(storage, 'images'))
  const folder = path.join(storage, 'backups')
  const inspect = (restored: Db) => countBroken(restored, origin)
  return {
    db,
    connection,
    images,
    storage,
    dataDir: storage,
    folder,
    origin,
    inspect,
    clock: systemClock,
    ids: randomIds,
    mayDelete: async () => true,
  }
}

/** An empty database and a folder, for one test file. */
export async function emptyPlace(): Promise<TestShop> {
  const place = await testShop()
  await makeEmpty(place.db)
  return place
}

export function databaseOf({ connection }: Pick<Backups, 'connection'>): string {
  if (!('database' in connection)) throw new Error('The test server has a socket')
  return connection.database
}

export const backUp = ({ db, images, connection, folder }: Backups, madeAt = new Date()): Promise<SavedBackup> =>
  saveBackup({ db, images, origin, madeAt }, { connection, folder })

/** Fills most tables, with unusual texts and numbers among the values. */
export async function furnish({ db, images }: Pick<Backups, 'db' | 'images'>): Promise<void> {
  await saveSomePicture({ db, images }, 'a1')
  const user = await createUser(db, { username: 'Zoë "Z" O’Neill\\\t\n\r☃', bio: '\\N' })
  const product = await createProduct(db, { image_id: 'a1', description: 'Two\nlines' })
  await createProduct(db, { color: 'red', deleted_at: new Date() })
  await createReview(db, { user_id: user.id, product_id: product.id, comment: '\\.' })
  const order = await createOrder(db, [product], { user_id: user.id, email: user.email })
  const event = { order_id: order.id, kind: 'payment', value: 'paid', actor: 'webhook', at: new Date() } as const
  await db.insertInto('order_event').values([event, event]).execute()
  const access = { user_id: user.id, created_at: new Date(), seen_at: new Date(), expires_at: new Date(4e12) }
  const hash = (fill: number) => Buffer.alloc(32, fill)
  await db
    .insertInto('session')
    .values({ ...access, token_hash: hash(1), bearer_hash: hash(2) })
    .execute()
  await db
    .insertInto('password_reset')
    .values({ user_id: user.id, token_hash: hash(3), expires_at: new Date(4e12) })
    .execute()
  const invitation = { id: randomUUID(), email: 'ivy@shop.test', role: 'admin', invited_by: user.id } as const
  await db
    .insertInto('invitation')
    .values({ ...invitation, created_at: new Date(), expires_at: new Date(4e12) })
    .execute()
  await db
    .insertInto('invitation_link')
    .values({ token_hash: hash(9), invitation_id: invitation.id })
    .execute()
  await db
    .insertInto('second_factor')
    .values({
      user_id: user.id,
      secret: 'JBSWY3DPEHPK3PXP',
      confirmed_at: new Date(),
      last_step: 7,
      created_at: new Date(),
    })
    .execute()
  await db
    .insertInto('recovery_code')
    .values([4, 5].map(fill => ({ user_id: user.id, hash: hash(fill), used_at: fill === 5 ? new Date() : null })))
    .execute()
}

/** Saves any picture: the tests do not look at it. */
export async function saveSomePicture({ db, images }: Pick<Backups, 'db' | 'images'>, id: string): Promise<string[]> {
  const row = { id, width: 1, height: 1, placeholder: 'data:', created_at: new Date() }
  await db.insertInto('image').values(row).execute()
  const files = [320, 640, 960, 1280].flatMap(width => [`${id}/${width}.avif`, `${id}/${width}.webp`])
  for (const key of files) await images.put(key, Buffer.from(`picture ${key}`))
  return files
}

/** The content of a database table by table, read by other means than those of the backups. */
export async function everythingIn({
  db,
  connection,
}: Pick<Backups, 'db' | 'connection'>): Promise<Record<string, string>> {
  const tables = await withOwnConnection(connection, findTables)
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const table = sql.table(name)
    const { rows } = await sql<{ all: string | null }>`
      select string_agg(t::text, E'\n' order by t::text collate "C") as all from ${table} t`.execute(db)
    found[name] = rows[0]?.all ?? ''
  }
  return found
}

export async function keysIn(images: ImageStorage): Promise<string[]> {
  const keys: string[] = []
  for await (const key of images.keys()) keys.push(key)
  return keys.toSorted()
}

export type Files = [name: string, content: Buffer][]

/** Writes a backup with other files in it and a checksum that matches. */
export async function repack(file: string, into: string, change: (files: Files) => Files): Promise<void> {
  const bytes = await buffer(createReadStream(file))
  const tar = extract()
  const archive = createZstdDecompress()
  const unpacking = pipeline(archive, tar)
  archive.end(bytes.subarray(0, -sealLength))
  const files: Files = []
  for await (const entry of tar) files.push([entry.header.name, await buffer(entry)])
  await unpacking
  const packed = pack()
  for (const [name, content] of change(files)) packed.entry({ name }, content)
  packed.finalize()
  await pipeline(packed, createZstdCompress(), sealed(), createWriteStream(into))
}

/** Writes bytes with the right checksum at the end. */
export const seal = (bytes: Buffer, into: string) => pipeline([bytes], sealed(), createWriteStream(into))

interface Limits {
  /** The largest file that the process may write. */
  largestFileKiB?: number
}

/** Runs `cut-off.fixture.ts` as its own process. */
export function runCutOff(task: string, shop: TestShop & { file?: string }, { largestFileKiB }: Limits = {}) {
  const { connection, storage, folder, file } = shop
  const script = fileURLToPath(new URL('./cut-off.fixture.ts', import.meta.url))
  const limit = largestFileKiB ? `ulimit -f ${largestFileKiB} && ` : ''
  const child = spawn('bash', [
    '-c',
    `${limit}exec node "$@"`,
    'bash',
    script,
    task,
    JSON.stringify({ connection, storage, folder, file, origin }),
  ])
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  const ended = new Promise<void>((resolve, reject) => child.on('error', reject).on('close', () => resolve()))
  return {
    output: () => output,
    ended,
    kill: () => child.kill('SIGKILL'),
    /** Whether the process prints this before it ends. */
    async says(words: string): Promise<boolean> {
      const printed = new Promise<void>(resolve => {
        child.stdout.on('data', () => {
          if (output.includes(words)) resolve()
        })
      })
      await Promise.race([printed, ended])
      return output.includes(words)
    },
  }
}
