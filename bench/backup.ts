// Backs up a shop under load and restores each backup into an empty folder with a new database: every table must have the digest
// of the backup, and no change may be there by half. Then measures backup, drill and restore of a shop with 10,000 orders.
//   node bench/backup.ts [rounds, 20] [orders, 10000]
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { to } from 'pg-copy-streams'
import { halfChanges, sellMeanwhile } from '../src/server/backups/busy-shop.fixture.ts'
import { copyOut, findTables } from '../src/server/backups/catalogue.ts'
import { drillBackup } from '../src/server/backups/drill.ts'
import { kyselyOn, withOwnConnection } from '../src/server/backups/own-connection.ts'
import { checkRestore, restoreBackup } from '../src/server/backups/restore.ts'
import { type SavedBackup, saveBackup } from '../src/server/backups/save-backup.ts'
import { type Connection, type Db, openDatabase } from '../src/server/db/connection.ts'
import { startEmbedded } from '../src/server/db/embedded/start.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { diskStorage } from '../src/server/images/disk.ts'
import type { ImageStorage } from '../src/server/images/storage.ts'
import { countBroken } from '../src/server/integrity/check-shop.ts'

const rounds = Number(process.argv[2] ?? 20)
const orders = Number(process.argv[3] ?? 10_000)
const origin = 'https://boutique.example'
const maxSeconds = 60

interface Shop {
  db: Db
  connection: Connection
  images: ImageStorage
  folder: string
  close(): Promise<void>
}

const opened = new Set<Shop>()

/** Opens a shop's database and pictures in a new folder, with the durability of a real shop. */
async function openShop(): Promise<Shop> {
  const dataDir = mkdtempSync('/tmp/vitrine-backup-')
  chmodSync(dataDir, 0o711) // otherwise root's database would be stored elsewhere
  const { connection, stop } = await startEmbedded({ dataDir })
  const db = openDatabase(connection)
  const images = diskStorage(path.join(dataDir, 'images'))
  const shop: Shop = {
    db,
    connection,
    images,
    folder: path.join(dataDir, 'backups'),
    async close() {
      await db.destroy()
      await stop()
      const pointer = path.join(dataDir, 'database.location')
      if (existsSync(pointer)) rmSync(path.dirname(readFileSync(pointer, 'utf8').trim()), { recursive: true })
      rmSync(dataDir, { recursive: true })
      opened.delete(shop)
    },
  }
  opened.add(shop)
  return shop
}

const backUp = ({ db, images, connection, folder }: Shop) =>
  saveBackup({ db, images, origin, madeAt: new Date() }, { connection, folder })

async function restore(file: string, { connection, images }: Shop) {
  const place = { connection, images, origin }
  return await restoreBackup(await checkRestore(file, place, { otherShop: false }), place)
}

async function putPictures({ db, images }: Shop, n: number) {
  for (let i = 0; i < n; i++) {
    const id = `p${i}`
    await db
      .insertInto('image')
      .values({ id, width: 1280, height: 1600, placeholder: 'data:', created_at: new Date() })
      .execute()
    for (const width of [320, 640, 960, 1280])
      for (const format of ['avif', 'webp']) await images.put(`${id}/${width}.${format}`, randomBytes(20 * width))
  }
}

/** Tables that a restore leaves empty on purpose. */
const notRestored = ['session', 'password_reset']

/** Counts the differences between a restored shop and its backup. */
async function differences({ connection, db, images }: Shop, { contents }: SavedBackup): Promise<number> {
  return await withOwnConnection(connection, async client => {
    let wrong = (await halfChanges(db)).length
    for (const table of await findTables(client)) {
      const hash = createHash('sha256')
      for await (const chunk of client.query(to(copyOut(table)))) hash.update(chunk)
      if (!notRestored.includes(table.name) && hash.digest('hex') !== contents.tables[table.name]?.sha256) wrong += 1
    }
    let files = 0
    for await (const _key of images.keys()) files += 1
    return wrong + Math.abs(files - contents.images.files) + contents.images.missing
  })
}

const rowsOf = ({ contents }: SavedBackup) => Object.values(contents.tables).reduce((sum, { rows }) => sum + rows, 0)

async function underLoad(): Promise<boolean> {
  const shop = await openShop()
  await migrate(shop.db)
  await putPictures(shop, 20)
  const selling = sellMeanwhile(shop.db)
  await sleep(500)
  let equal = 0
  const seen = new Set<string>()
  for (let round = 1; round <= rounds; round++) {
    const saved = await backUp(shop)
    const place = await openShop()
    await restore(saved.file, place)
    const wrong = await differences(place, saved)
    await place.close()
    if (wrong === 0) equal += 1
    seen.add(saved.contents.tables.order?.sha256 ?? '')
    console.log(`round ${String(round).padStart(2)}  ${String(rowsOf(saved)).padStart(6)} rows  ${wrong} differences`)
  }
  const changes = await selling.stop()
  await shop.close()
  console.log(`\nrestored with equal digests   ${equal} of ${rounds}`)
  console.log(`different moments of the shop ${seen.size} of ${rounds}`)
  console.log(`changes made meanwhile        ${changes}\n`)
  return equal === rounds && seen.size === rounds
}

/** Inserts orders with three lines each, and the rows that belong to them. */
const fill = ({ connection }: Shop) =>
  withOwnConnection(connection, async client => {
    const db = kyselyOn(client)
    await sql`
    insert into "user" (id, username, email, created_at)
    select gen_random_uuid(), 'Customer ' || n, 'customer' || n || '@shop.test', now() from generate_series(1, ${orders} / 5) n`.execute(
      db,
    )
    await sql`
    insert into product (id, name, category, color, description, price_cents, created_at, updated_at)
    select gen_random_uuid(), 'Dress ' || n, 'dress', 'black', repeat('A dress of silk. ', 20), 1000 + n, now(), now()
    from generate_series(1, ${orders} / 10) n`.execute(db)
    await sql`
    insert into review (id, user_id, product_id, rating, comment, created_at)
    select gen_random_uuid(), u.id, p.id, 4, repeat('Lovely. ', 10), now()
    from (select id, row_number() over () as n from "user") u
    join (select id, row_number() over () as n from product) p on p.n % 100 = u.n % 100`.execute(db)
    await sql`
    insert into "order" (id, order_id, email, payment_state, amount_cents, created_at, updated_at)
    select id, replace(id::text, '-', ''), 'guest@shop.test', 'paid', 3000, now(), now()
    from (select gen_random_uuid() as id from generate_series(1, ${orders}::int)) made`.execute(db)
    await sql`
    insert into order_line (order_id, position, product_id, name, unit_cents, quantity)
    select o.id, n, (select id from product limit 1), 'Dress', 1000, 1 from "order" o, generate_series(0, 2) n`.execute(
      db,
    )
    await sql`
    insert into address (order_id, name, line1, city, postal_code, country)
    select id, 'Ada Lovelace', '12 St James Square', 'London', 'SW1Y 4JH', 'GB' from "order"`.execute(db)
    await sql`
    insert into order_event (order_id, kind, value, actor, at)
    select o.id, 'payment', value, 'webhook', now() from "order" o, unnest(array['awaiting', 'paid']) value`.execute(db)
  })

async function inSeconds<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begin = performance.now()
  const result = await work()
  const seconds = (performance.now() - begin) / 1000
  console.log(`${what.padEnd(10)} ${seconds.toFixed(1).padStart(5)} s`)
  if (seconds > maxSeconds) process.exitCode = 1
  return result
}

async function largeShop(): Promise<boolean> {
  const shop = await openShop()
  await migrate(shop.db)
  await fill(shop)
  await putPictures(shop, 200)
  const before = process.memoryUsage().rss
  let max = before
  const watch = setInterval(() => {
    max = Math.max(max, process.memoryUsage().rss)
  }, 20)
  const saved = await inSeconds('backup', () => backUp(shop))
  await inSeconds('drill', () => drillBackup(saved.file, { ...shop, inspect: db => countBroken(db, origin) }))
  const place = await openShop()
  await inSeconds('restore', () => restore(saved.file, place))
  clearInterval(watch)
  const { images } = saved.contents
  const tableBytes = Object.values(saved.contents.tables).reduce((sum, { bytes }) => sum + bytes, 0)
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  console.log(
    `of ${orders} orders: ${rowsOf(saved)} rows in ${mb(tableBytes)}, ${images.files} picture files in ${mb(images.bytes)}; file ${mb(saved.bytes)}`,
  )
  console.log(`memory ${mb(before)} before, ${mb(max)} at most`)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from "order"`.execute(place.db)
  await place.close()
  await shop.close()
  return rows[0]?.n === orders
}

try {
  const isRight = await underLoad()
  const isWhole = await largeShop()
  if (!isRight || !isWhole) process.exitCode = 1
} finally {
  for (const shop of opened) await shop.close()
}
