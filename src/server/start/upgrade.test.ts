import { readdir, rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createOrder, createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { emptyPlace, saveSomePicture, type TestShop } from '../backups/backups.fixture.ts'
import { makeEmpty } from '../backups/busy-shop.fixture.ts'
import { takeLock, withOwnConnection } from '../backups/own-connection.ts'
import { openBackup } from '../backups/read-backup.ts'
import { findBackups } from '../backups/save-backup.ts'
import { checkMigrated, doneMigrations, knownMigrations, migrateWithin } from '../db/migrate.ts'
import { worksWith } from '../db/works-with.ts'
import { randomIds } from '../lib/clock.ts'
import { openLog } from '../lib/log.ts'
import { queueAdminDigest } from '../mail/queue-admin-digest.ts'
import { upgrade } from './upgrade.ts'

const place = await emptyPlace()
const { app } = await testApp(place)
const { db } = place
const all = await knownMigrations()
const password_hash = await hashPassword('correct horse battery')
beforeEach(() => makeEmpty(db))

const upgradeShop = (shop: TestShop = place) =>
  upgrade({ ...shop, direct: shop.db, log: openLog({ logLevel: 'silent' }) })

/** Creates a shop as the release with the migration `last` left it; its rows have only the columns of the first release. */
async function openOld(last: string) {
  await db.transaction().execute(tx => migrateWithin(tx, last))
  const picture = await saveSomePicture(place, `picture${last.slice(8, 15)}`)
  const user = await createUser(db, { email: 'ada@shop.test', password_hash, role: 'admin' })
  const product = await createProduct(db, { name: 'Old dress', rating: 5, image_id: picture[0]?.split('/')[0] })
  await createReview(db, { user_id: user.id, product_id: product.id })
  const order = await createOrder(db, [product, product], {
    user_id: user.id,
    email: user.email,
    payment_session: 'cs_1',
  })
  const at = new Date()
  const paid = { order_id: order.id, kind: 'payment', value: 'paid', actor: 'webhook', at } as const
  await db.insertInto('order_event').values(paid).execute()
  const payment = { id: 'evt_1', type: 'checkout.session.completed', order_id: order.id, received_at: at }
  await db.insertInto('payment_event').values(payment).execute()
  return { product, order }
}

/** The last migration of each release before this one, from 0.1.0 on. */
const releases = [
  '2026-11-20T2000-open-the-shop',
  '2026-11-23T2230-keep-undeliverable-mail',
  '2026-11-25T0300-hide-and-answer-reviews',
  '2026-11-25T0310-mark-messages-done',
  '2026-11-25T1110-search-by-shade',
  '2026-11-25T1500-stock',
  '2026-11-26T0130-lost-demand',
  '2026-11-26T1200-import-sizes',
  '2026-11-26T1900-fit-in-reviews',
  '2026-11-27T0400-settings',
  '2026-11-27T1300-picture-downloads',
  '2026-11-27T1600-import-collections',
  '2026-11-28T1500-content',
  '2026-11-28T1700-partial-refunds',
  '2026-11-29T1100-parcels-and-cancellations',
  '2026-11-30T1300-works-with',
  '2026-12-01T1100-order-pages-without-archived',
]

test('the list of releases ends with the one before this', () => {
  expect(releases.at(-1)).toBe(worksWith)
})

test.each(releases.map(name => [name]))('a shop of the release with %s keeps all its data', async last => {
  const { product, order } = await openOld(last)
  await upgradeShop()

  expect(await doneMigrations(db)).toEqual(all)
  expect(await place.inspect(db)).toBe(0)
  const dataOf = async (url: string, headers = {}) => (await app.inject({ url, headers })).json().data
  expect(await dataOf('/api/products')).toMatchObject({
    totalProducts: 1,
    products: [{ name: 'Old dress', price: 120 }],
  })
  expect(await dataOf('/api/search?q=old')).toMatchObject({ products: [{ _id: product.id }] })
  expect(await dataOf(`/api/products/${product.id}`)).toMatchObject({
    product: { sizes: [{ _id: product.id, size: 'one' }] },
    reviews: [{ comment: 'Lovely.' }],
  })
  const login = { email: 'ada@shop.test', password: 'correct horse battery' }
  const { token } = (await app.inject({ method: 'POST', url: '/api/auth/login', payload: login })).json()
  const headers = { authorization: `Bearer ${token}` }
  expect(await dataOf('/api/orders/ada@shop.test', headers)).toMatchObject([{ orderId: order.order_id, amount: 240 }])
})

test('after an upgrade, admins get no digest of earlier orders', async () => {
  await openOld(all[all.indexOf('2026-11-22T2000-tell-of-orders') - 1] ?? '')
  await upgradeShop()
  const queueDigest = () => queueAdminDigest({ db, clock: { now: () => new Date(Date.now() + 60 * 60_000) } })
  const emails = () => db.selectFrom('mail').select(['kind', 'address']).execute()
  await queueDigest()
  expect(await emails()).toEqual([])
  const message = { name: 'Ada', email: 'ada@shop.test', subject: 'A hem', message: 'Hello', created_at: new Date() }
  await db
    .insertInto('contact_message')
    .values({ ...message, id: randomIds.uuid() })
    .execute()
  await queueDigest()
  expect(await emails()).toEqual([{ kind: 'house-news', address: 'ada@shop.test' }])
})

test('an upgrade first makes a backup of everything, which the old release can restore', async () => {
  const [, last = ''] = all
  await openOld(last)
  const before = (await findBackups(place.folder)).length
  await upgradeShop()
  const [newest, ...others] = await findBackups(place.folder)
  expect(others).toHaveLength(before)
  const { manifest } = await openBackup(newest?.file ?? '')
  expect(manifest).toMatchObject({ migrations: all.slice(0, 2) })
})

test('an empty database and an up-to-date shop are not backed up', async () => {
  const before = (await findBackups(place.folder)).length
  await upgradeShop()
  await upgradeShop()
  expect(await findBackups(place.folder)).toHaveLength(before)
  expect(await doneMigrations(db)).toEqual(all)
})

test('a database that a newer Vitrine has changed is refused, and not backed up', async () => {
  await upgradeShop()
  await sql`insert into kysely_migration values ('2999-01-01T0000-hover', now())`.execute(db)
  const before = (await findBackups(place.folder)).length
  await expect(upgradeShop()).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/^A newer Vitrine has already changed this database \(2999-01-01T0000-hover\): /),
  })
  expect(await findBackups(place.folder)).toHaveLength(before)
})

test('a release works with the tables of the next one, and leaves them as they are', async () => {
  await upgradeShop()
  await sql`insert into kysely_migration values ('2999-01-01T0000-hover', now())`.execute(db)
  await sql`alter table product add column hover text`.execute(db)
  const next = (newest: string, known: string) =>
    sql`update works_with set newest = ${newest}, works_with = ${known}`.execute(db)
  await next('2999-01-01T0000-hover', all.at(-1) ?? '')
  const before = (await findBackups(place.folder)).length
  await upgradeShop()
  expect(await findBackups(place.folder)).toHaveLength(before)
  expect(await doneMigrations(db)).toHaveLength(all.length + 1)
  await checkMigrated(db)

  for (const [newest, known] of [
    ['2999-01-01T0000-hover', '2998-01-01T0000-the-one-between'],
    [all.at(-1) ?? '', all.at(-1) ?? ''],
  ] as const) {
    await next(newest, known)
    await expect(upgradeShop()).rejects.toThrow('A newer Vitrine has already changed this database')
  }
})

test('the tables say that the release before works with them', async () => {
  await upgradeShop()
  const { rows } = await sql<object>`select newest, works_with from works_with`.execute(db)
  expect(rows).toEqual([{ newest: all.at(-1), works_with: worksWith }])
  expect(all.indexOf(worksWith)).toBeGreaterThan(0)
  expect(all.indexOf(worksWith)).toBeLessThan(all.length - 1)
})

test('of three processes that start at once, one makes the backup and upgrades', async () => {
  await openOld(all[2] ?? '')
  const before = (await findBackups(place.folder)).length
  await Promise.all([upgradeShop(), upgradeShop(), upgradeShop()])
  expect(await findBackups(place.folder)).toHaveLength(before + 1)
  expect(await doneMigrations(db)).toEqual(all)
})

test('an upgrade waits for a release before that uses a table', async () => {
  const before = all.slice(0, all.indexOf('2026-11-25T1100-drafts-and-deleted-charts')) // the next one changes the table of products
  await openOld(before.at(-1) ?? '')
  await withOwnConnection(place.connection, async client => {
    await client.query('begin; select from product')
    const upgraded = upgradeShop()
    await setTimeout(1_500) // longer than a migration waits for a lock
    expect(await doneMigrations(db)).toEqual(before)
    await client.query('commit')
    await upgraded
  })
  expect(await doneMigrations(db)).toEqual(all)
})

test('without a backup there is no upgrade', async () => {
  await openOld(all[2] ?? '')
  await withOwnConnection(place.connection, async client => {
    await takeLock(client, 'vitrine backup file')
    await expect(upgradeShop()).rejects.toThrow(
      /^The shop has to be backed up .+, and cannot: Another backup is being made/,
    )
  })
  expect(await doneMigrations(db)).toEqual(all.slice(0, 3))
})

const failedUpgrade = /^The tables could not be brought up to date: .+-note-uploads failed/

test('an upgrade that fails repeatedly makes one backup, until data changes or the backup is missing', async () => {
  const { product } = await openOld(all[2] ?? '')
  await sql`create table upload (in_the_way boolean)`.execute(db)
  const files = async () => (await findBackups(place.folder)).map(({ file }) => file)
  const before = await files()
  const failUpgrade = () => expect(upgradeShop()).rejects.toThrow(failedUpgrade)
  for (let n = 0; n < 3; n++) await failUpgrade()
  const first = await files()
  expect(first).toHaveLength(before.length + 1)

  await db.updateTable('product').set({ price_cents: 1 }).where('id', '=', product.id).execute() // as by the old release
  await failUpgrade()
  await failUpgrade()
  const second = await files()
  expect(second).toHaveLength(first.length + 1)

  await rm(second[0] ?? '')
  await failUpgrade()
  expect(await files()).toHaveLength(second.length)

  await sql`drop table upload`.execute(db)
  await upgradeShop()
  expect(await doneMigrations(db)).toEqual(all)
  expect((await readdir(place.folder)).filter(name => !name.endsWith('.tar.zst'))).toEqual([])
})

test('a failed migration leaves the tables of the old release, and the error says so', async () => {
  const { product } = await openOld(all[2] ?? '')
  await sql`create table upload (in_the_way boolean)`.execute(db) // a later migration creates this table
  await expect(upgradeShop()).rejects.toThrow(failedUpgrade)
  expect(await doneMigrations(db)).toEqual(all.slice(0, 3))
  expect(await db.selectFrom('product').select('name').where('id', '=', product.id).execute()).toHaveLength(1)
  await sql`drop table upload`.execute(db)
  await upgradeShop()
  expect(await doneMigrations(db)).toEqual(all)
})
