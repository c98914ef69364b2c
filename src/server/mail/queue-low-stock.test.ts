import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { minutes } from '../payments/payments.fixture.ts'
import { addFirstCounts } from '../stock/counts/first-counts.ts'
import { openTestMail } from './mail.fixture.ts'
import { sendDue } from './outbox.ts'
import { queueLowStock, startQueueingLowStock } from './queue-low-stock.ts'

let mail: Awaited<ReturnType<typeof openTestMail>>
beforeAll(async () => {
  mail = await openTestMail()
})
beforeEach(async () => {
  await sql`truncate mail, "user", product, low_stock_told cascade`.execute(mail.db)
  await createUser(mail.db, { role: 'admin', email: 'olga@shop.test' })
  await nextDay()
  mail.emails.length = 0
})
afterAll(() => mail.close())

async function nextDay() {
  mail.clock.move(minutes(24 * 60))
  await queueLowStock(mail)
  await sendDue(mail.context)
}

type Pieces = Record<string, number>

/** A product with so many pieces of each size. @returns its id, and a function that counts anew */
async function sell(name: string, pieces: Pieces) {
  const { db } = mail
  const { id } = await createProduct(db, { name })
  const at = mail.clock.now()
  const rows = Object.keys(pieces).map((size, place) => ({
    ...{ id: size === 'one' ? id : mail.source.ids.uuid(), product_id: id, size, place, sku: null, barcode: null },
    created_at: at,
  }))
  await db.deleteFrom('variant').where('product_id', '=', id).execute()
  await db.insertInto('variant').values(rows).execute()
  const counts = rows.map(row => ({ variantId: row.id, productId: id, pieces: pieces[row.size] ?? 0 }))
  await db.transaction().execute(tx => addFirstCounts(tx, counts, at))
  const count = async (now: Pieces) => {
    for (const [size, on_hand] of Object.entries(now))
      await db
        .updateTable('stock')
        .set({ on_hand })
        .where('variant_id', '=', rows.find(row => row.size === size)?.id ?? '')
        .execute()
    await sql`select show_stock(${[id]}::uuid[])`.execute(db)
  }
  return { id, count }
}

const subjects = () => mail.emails.map(({ to, subject }) => `${subject} for ${to}`)

test('an admin reads which sizes have become low and which runs are broken, with links to them', async () => {
  const dress = await sell('Colette dress', { 'alpha-S': 3, 'alpha-M': 0, 'alpha-L': 9 })
  const ring = await sell('Gold  ring', { one: 1 })
  await sell('Plenty', { one: 4 })
  await nextDay()
  expect(subjects()).toEqual(['3 sizes are low, 1 run is broken for olga@shop.test'])
  const [email] = mail.emails
  expect(email?.link).toBe('http://shop.test/dashboard/stock')
  expect(email?.text).toBe(`New since the last e-mail about stock:

Colette dress, Black: S: 3 left, M: none free. Its run is broken, M is gone.

Gold ring: 1 left

Stock: http://shop.test/dashboard/stock

It comes once a day at most, and only when there is something new. LOW_STOCK_EMAIL=off ends it.

Vitrine
12 Arcade Row
London W1
hello@vitrine.example`)
  for (const id of [dress.id, ring.id])
    expect(email?.html).toContain(`href="http://shop.test/dashboard/update-product/${id}"`)
})

test('nothing comes while nothing is new, and what is low still is only counted', async () => {
  const dress = await sell('Colette dress', { 'alpha-S': 9, 'alpha-M': 9, 'alpha-L': 9 })
  await nextDay()
  expect(mail.emails).toEqual([])
  await dress.count({ 'alpha-S': 2 })
  await nextDay()
  for (let day = 0; day < 3; day++) await nextDay()
  expect(subjects()).toEqual(['1 size is low for olga@shop.test'])
  await dress.count({ 'alpha-M': 0 })
  await nextDay()
  expect(subjects().slice(1)).toEqual(['1 size is low, 1 run is broken for olga@shop.test'])
  expect(mail.emails[1]?.text).toContain('M: none free. Its run is broken, M is gone.')
  expect(mail.emails[1]?.text).toContain('Still low, as you have read before: 1 size.')
})

test('what has recovered is new when it becomes low again, and nothing is sent when all recovers before', async () => {
  const ring = await sell('Gold ring', { one: 2 })
  await nextDay()
  await ring.count({ one: 8 })
  await nextDay()
  expect(mail.emails).toHaveLength(1)
  await ring.count({ one: 1 })
  await nextDay()
  expect(mail.emails).toHaveLength(2)

  await ring.count({ one: 8 })
  await nextDay()
  await ring.count({ one: 1 })
  mail.clock.move(minutes(24 * 60))
  await queueLowStock(mail)
  await ring.count({ one: 8 })
  expect(await sendDue(mail.context)).toBe(0)
  expect(mail.emails).toHaveLength(2)
})

test('a product has a threshold of its own, held pieces are not free, and what is not sold is not told', async () => {
  const { db } = mail
  const many = await sell('Many', { one: 20 })
  await db.updateTable('stock').set({ low_at: 25 }).where('variant_id', '=', many.id).execute()
  const few = await sell('Few', { one: 1 })
  await db.updateTable('stock').set({ low_at: 0 }).where('variant_id', '=', few.id).execute()
  const held = await sell('Held', { one: 5 })
  await db.updateTable('stock').set({ held: 5 }).where('variant_id', '=', held.id).execute()
  const gone = await sell('Gone', { 'alpha-S': 4, 'alpha-M': 0, 'alpha-L': 4 })
  await db.updateTable('product').set({ deleted_at: mail.clock.now() }).where('id', '=', gone.id).execute()
  await nextDay()
  expect(subjects()).toEqual(['2 sizes are low for olga@shop.test'])
  expect(mail.emails[0]?.text).toMatch(/Held: none free\n\nMany: 20 left\n\nStock/)
})

test('twenty products are named and the others counted', async () => {
  for (let n = 0; n < 23; n++) await sell(`Ring ${n}`, { one: 2 })
  await nextDay()
  expect(subjects()).toEqual(['23 sizes are low for olga@shop.test'])
  expect(mail.emails[0]?.text.match(/2 left/g)).toHaveLength(20)
  expect(mail.emails[0]?.text).toContain('\n\nand 3 more products\n\n')
})

test('every admin gets one e-mail a day, however many processes look at once; nobody else gets any', async () => {
  const { db } = mail
  await createUser(db, { role: 'admin', email: 'Otto@shop.test' })
  await createUser(db, { email: 'ada@shop.test' })
  await createUser(db, { role: 'admin', email: 'gone@shop.test', deleted_at: new Date() })
  const ring = await sell('Gold ring', { one: 2 })
  mail.clock.move(minutes(24 * 60))
  await Promise.all(Array.from({ length: 8 }, () => queueLowStock(mail)))
  await ring.count({ one: 9 })
  await queueLowStock(mail)
  await ring.count({ one: 1 })
  await queueLowStock(mail)
  await db.updateTable('user').set({ role: 'user' }).where('email', '=', 'Otto@shop.test').execute()
  await Promise.all(Array.from({ length: 4 }, () => sendDue(mail.context)))
  expect((await mail.rows()).map(({ address }) => address).toSorted()).toEqual(['Otto@shop.test', 'olga@shop.test'])
  expect(subjects()).toEqual(['1 size is low for olga@shop.test'])
})

test('the next e-mail comes after 6:00 UTC', async () => {
  const { next_at } = await mail.db.selectFrom('low_stock_turn').select('next_at').executeTakeFirstOrThrow()
  expect(next_at.toISOString()).toMatch(/T06:00:00.000Z$/)
  expect(+next_at - +mail.clock.now()).toBeGreaterThan(0)
  expect(+next_at - +mail.clock.now()).toBeLessThanOrEqual(minutes(24 * 60))
})

test('the job queues it', async () => {
  await sell('Gold ring', { one: 2 })
  mail.clock.move(minutes(24 * 60))
  const job = startQueueingLowStock(mail, { warn: (_, message) => expect.fail(message) })
  await expect.poll(async () => (await mail.rows()).length).toBe(1)
  await job.close()
})
