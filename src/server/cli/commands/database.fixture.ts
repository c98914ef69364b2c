import fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { createOrder, createProduct, createUser } from '../../../../tests/support/builders.ts'
import { noFaults } from '../../../sandbox/faults.ts'
import { type Connection, openDatabase } from '../../db/connection.ts'
import { type DataLocation, findDataLocation, reachablePrograms } from '../../db/embedded/data-location.ts'
import { initialise } from '../../db/embedded/initialise.ts'
import { fetchPrograms } from '../../db/embedded/old-programs.ts'
import { startAt } from '../../db/embedded/start.ts'
import { migrate } from '../../db/migrate.ts'
import { diskStorage } from '../../images/disk.ts'
import { savePicture } from '../../images/picture.ts'
import { systemClock } from '../../lib/clock.ts'
import { openSandbox } from '../../payments/payments.ts'

export const origin = 'http://localhost:3000'

/** The place of a database with the programs of PostgreSQL 17. */
export async function oldPlace(dataDir: string): Promise<DataLocation> {
  const place = await findDataLocation(dataDir)
  const { programs, version } = await fetchPrograms(17)
  return { ...place, programs: await reachablePrograms(programs, version, place.runAs) }
}

/** Makes a shop of PostgreSQL 17 with orders of many customers. */
export async function makeOldShop(dataDir: string, orders: number): Promise<void> {
  const place = await oldPlace(dataDir)
  await initialise(place)
  const { connection, stop } = await startAt(place, {})
  const db = openDatabase(connection)
  await migrate(db)
  const images = diskStorage(path.join(dataDir, 'images'))
  await savePicture({ db, images, clock: systemClock }, await drawPicture())
  const dress = await createProduct(db, { name: 'Colette dress' })
  for (let left = orders; left > 0; left -= atOnce)
    await Promise.all(
      Array.from({ length: Math.min(left, atOnce) }, async () =>
        createOrder(db, [dress], { user_id: (await createUser(db)).id }),
      ),
    )
  await sql`select setval('order_number', ${orders + lastNumber})`.execute(db)
  const log = { warn: () => undefined }
  const sandbox = await openSandbox({ connection, origin, faults: noFaults, clock: systemClock, log })
  await sandbox.close()
  await db.destroy()
  await stop()
}

const atOnce = 20
const lastNumber = 4_711

const drawPicture = () =>
  sharp({ create: { width: 40, height: 4, channels: 3, background: { r: 200, g: 90, b: 160 } } })
    .png()
    .toBuffer()

/** Copies such a shop, with the owners of its files. */
export async function copyShop(from: string, to: string): Promise<void> {
  await fs.cp(from, to, { recursive: true })
  const { folder, runAs } = await findDataLocation(from)
  const copy = path.join(to, path.relative(from, folder))
  if (runAs)
    for (const name of ['', ...(await fs.readdir(copy, { recursive: true }))])
      await fs.chown(path.join(copy, name), runAs.uid, runAs.gid)
  await fs.chmod(copy, 0o700)
}

/** What must be the same before and after. */
export async function countIn(connection: Connection): Promise<Record<string, string>> {
  const db = openDatabase(connection)
  const { rows } = await sql<Record<string, string>>`
    select (select count(*) from "order") as orders, (select sum(amount_cents) from "order") as cents,
      (select count(*) from "user" where role <> 'admin') as users, (select count(*) from image) as pictures,
      (select md5(string_agg(secret_key, '')) from sandbox.secret) as keys,
      (select last_value >= (select count(*) from "order") + ${lastNumber}::integer from order_number) as numbers`.execute(
    db,
  )
  await db.destroy()
  return rows[0] ?? {}
}

/** The same of a database that does not run. */
export async function countAt(place: DataLocation): Promise<Record<string, string>> {
  const database = await startAt(place, {})
  const counted = await countIn(database.connection)
  await database.stop()
  return counted
}
