import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrder, createProduct, createUser } from '../../../../tests/support/builders.ts'
import { shopCommand } from '../../../../tests/support/command.ts'
import { temporaryFolder } from '../../../../tests/support/database.ts'
import { type Shop, startShop } from '../../../../tests/support/shop.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { newKey } from '../../archive/seal.ts'
import { readStatus } from '../../archive/status.ts'
import { type Db, openDatabase } from '../../db/connection.ts'
import { findPostmaster } from '../../db/embedded/postmaster.ts'
import { startS3 } from '../../images/images.fixture.ts'

const s3 = await startS3()
const dataDir = await temporaryFolder()
const { bucket, endpoint = '', accessKeyId, secretAccessKey } = s3.settings
const settings = {
  DATA_DIR: dataDir,
  ADMIN_EMAIL: 'ada@shop.test',
  ADMIN_PASSWORD: 'chosen by the owner',
  ARCHIVE_KEY: await newKey(),
  ARCHIVE_BUCKET: bucket,
  ARCHIVE_ENDPOINT: endpoint,
  ARCHIVE_ACCESS_KEY_ID: accessKeyId,
  ARCHIVE_SECRET_ACCESS_KEY: secretAccessKey,
}
let shop: Shop
let moment: string
let db: Db
let answer: Awaited<ReturnType<typeof shopCommand>>
const ids = { order: '', clerk: '', gone: '', mail: crypto.randomUUID() }

async function open() {
  shop = await startShop(settings)
  const { socketFolder = '' } = (await findPostmaster(path.join(dataDir, 'database'))) ?? {}
  db = openDatabase({ host: socketFolder, port: 5432, user: 'vitrine', database: 'vitrine' })
}

async function close() {
  await db.destroy()
  shop.kill('SIGTERM')
  await shop.ended
}

/** The hook's own time limit ends it. */
async function until(holds: () => Promise<boolean>) {
  while (!(await holds())) await sleep(50)
}

/** Resolves when the bucket has everything that the shop has written so far. */
async function untilArchived() {
  const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_switch_wal()) as name`.execute(db)
  const name = rows[0]?.name ?? ''
  await until(async () => ((await readStatus(dataDir))?.segment ?? '') >= name)
}

beforeAll(async () => {
  await open()
  expect(shop.output()).toContain(`Every change is archived in the bucket ${bucket} at ${endpoint}.`)
  await until(async () => (await readStatus(dataDir))?.base !== undefined)
  const product = await createProduct(db)
  const clerk = await createUser(db, { email: 'clerk@shop.test', role: 'staff' })
  const gone = await createUser(db, { email: 'gone@shop.test' })
  const order = await createOrder(db, [product], { email: 'buyer@shop.test' })
  Object.assign(ids, { order: order.id, clerk: clerk.id, gone: gone.id })
  const due_at = new Date(Date.now() + 3_600_000)
  await db
    .insertInto('mail')
    .values({ id: ids.mail, kind: 'order-confirmation', order_id: order.id, created_at: new Date(), due_at })
    .execute()
  await sleep(1_100)
  moment = new Date().toISOString().slice(0, 19).replace('T', ' ')
  await sleep(1_100)

  await db.updateTable('user').set({ role: 'user' }).where('id', '=', clerk.id).execute()
  await db
    .insertInto('second_factor')
    .values({ user_id: clerk.id, secret: 'JBSWY3DPEHPK3PXP', confirmed_at: new Date(), created_at: new Date() })
    .execute()
  await db.updateTable('order').set({ status: 'shipped', updated_at: new Date() }).where('id', '=', order.id).execute()
  await db.updateTable('mail').set({ sent_at: new Date(), due_at: null }).where('id', '=', ids.mail).execute()
  await createProduct(db, { name: 'Made later' })
  await sql`select setval('order_number', 5000)`.execute(db)
  const erased = await shopCommand(['user:erase', 'gone@shop.test', '--yes'], settings)
  expect(erased.err + erased.out).toContain('erased')
  await untilArchived()
  await close()
  await rm(dataDir, { recursive: true })
  answer = await shopCommand(['restore', '--to', moment, '--json'], settings)
  if (answer.code === 0) await open()
}, 120_000)
afterAll(async () => {
  await close()
  await s3.close()
  await rm(dataDir, { recursive: true })
})

const applied = () => JSON.parse(answer.out).applied

test('the shop is back at the moment, and what came later is counted', async () => {
  expect(answer.err).toBe('')
  const names = await db.selectFrom('product').select('name').where('name', '=', 'Made later').execute()
  expect(names).toEqual([])
  expect(applied().older).toMatchObject({ product: 1, order: 1 })
  expect(existsSync(path.join(dataDir, 'database.later'))).toBe(false)
})

test('an order that changed later waits until somebody has checked it', async () => {
  const order = () => db.selectFrom('order').select(['status', 'number', 'check_since']).where('id', '=', ids.order)
  const { number, ...found } = await order().executeTakeFirstOrThrow()
  expect(found).toEqual({ status: 'pending', check_since: expect.any(Date) })
  expect(applied().toCheck).toEqual([number])
  const admin = await db.selectFrom('user').selectAll().where('email', '=', 'ada@shop.test').executeTakeFirstOrThrow()
  const headers = { ...(await signIn(db, admin)), 'content-type': 'application/json' }
  const ship = async () => {
    const body = JSON.stringify({ orders: [ids.order] })
    const response = await fetch(`${shop.url}/api/orders/ship`, { method: 'POST', body, headers })
    return (await response.json()).data[0].outcome
  }
  expect(await ship()).toBe('unchecked')
  const checked = () => fetch(`${shop.url}/api/orders/${ids.order}/checked`, { method: 'PATCH', headers, body: '{}' })
  expect((await checked()).status).toBe(200)
  expect((await checked()).status).toBe(200)
  expect(await ship()).toBe('shipped')
})

test('roles, second factors and erasures do not go back', async () => {
  const clerk = await db.selectFrom('user').select('role').where('id', '=', ids.clerk).executeTakeFirst()
  expect(clerk).toEqual({ role: 'user' })
  expect(await db.selectFrom('second_factor').select('user_id').execute()).toEqual([{ user_id: ids.clerk }])
  expect(applied().accounts).toEqual(['clerk@shop.test'])
  const gone = await db.selectFrom('user').select('erased_at').where('id', '=', ids.gone).executeTakeFirst()
  expect(gone?.erased_at).toEqual(expect.any(Date))
})

test('an e-mail that was sent later is not sent again, and no number is given twice', async () => {
  const mail = await db.selectFrom('mail').select('sent_at').where('id', '=', ids.mail).executeTakeFirst()
  expect(mail?.sent_at).toEqual(expect.any(Date))
  const { rows } = await sql<{ next: number }>`select nextval('order_number')::int as next`.execute(db)
  expect(rows[0]?.next).toBeGreaterThan(5_000)
})

test('the payment provider is asked once more for what came after the moment, beside the running shop', async () => {
  const asked = await shopCommand(['restore', '--to', moment, '--only-payments', '--json'], settings)
  expect([asked.code, JSON.parse(asked.out)]).toEqual([0, { recovered: { orders: 0, payments: 0, owed: [] } }])
  const { code, err } = await shopCommand(['restore', '--to', 'now', '--only-payments'], settings)
  expect([code, err]).toEqual([2, expect.stringContaining('--to takes the moment that the restore printed')])
})

test('a moment that is none, or to come, is refused with one sentence', async () => {
  for (const to of ['yesterday', '2999-01-01 10:00']) {
    const { code, err } = await shopCommand(['restore', '--to', to], settings)
    expect([code, err]).toEqual([2, expect.stringContaining('restore --to takes a moment of the past in UTC')])
  }
  const { code, err } = await shopCommand(['restore', '--to', 'now'], settings)
  expect([code, err]).toEqual([1, expect.stringContaining(`There is a database in ${dataDir} already`)])
})
