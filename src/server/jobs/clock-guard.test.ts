import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { makeBackup } from '../backups/backup-jobs.ts'
import { backupFolder } from '../backups/folder.ts'
import { readConfig } from '../config/settings.ts'
import { randomIds } from '../lib/clock.ts'
import { movableClock } from '../payments/payments.fixture.ts'
import { openStripe } from '../payments/payments.ts'
import { openClockGuard } from './clock-guard.ts'
import { startJobs } from './index.ts'

const day = 24 * 60 * 60_000
const start = new Date('2026-05-10T12:00:00Z')
const clock = movableClock(start)
const { app, db, connection, images } = await testApp({ clock })
const warnings: string[] = []
const log = { info: () => undefined, warn: (_: object, message: string) => warnings.push(message) }
let folder: string
/** The time that the payment provider's answers bear; undefined when it does not answer. */
let providersTime: (() => Date) | undefined
let provider: Server
let payments: Awaited<ReturnType<typeof openStripe>>

beforeAll(async () => {
  folder = await mkdtemp('/tmp/vitrine-clock-')
  provider = createServer((_request, response) => {
    if (!providersTime) return response.destroy()
    response.writeHead(200, { 'content-type': 'application/json', date: providersTime().toUTCString() })
    return response.end(JSON.stringify({ object: 'list', data: [], has_more: false }))
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  const server = { host: '127.0.0.1', port, protocol: 'http' } as const
  payments = await openStripe({ secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], server, clock, log })
})
afterAll(async () => {
  provider.closeAllConnections()
  await new Promise(resolve => provider.close(resolve))
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  clock.move(+start - +clock.now())
  warnings.length = 0
  providersTime = undefined
  await rm(backupFolder({ dataDir: folder }), { recursive: true, force: true })
  for (const table of ['clock_heartbeat', 'chore', 'mail', 'bulk_edit_row', 'bulk_edit', 'lost_demand'] as const)
    await db.deleteFrom(table).execute()
})

const guard = () => openClockGuard({ db, clock, askTime: payments.askTime, askNtp: async () => undefined, log })
const config = () => readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder })

/** A shop with one of each that becomes too old within 40 days, and not before. */
async function openOldShop() {
  const yesterday = new Date(+start - day)
  const ada = await createUser(db, { deleted_at: yesterday })
  const backups = Array.from({ length: 5 }, (_, n) => `vitrine-2026-05-0${n + 1}T030000Z.tar.zst`)
  await mkdir(backupFolder({ dataDir: folder }), { recursive: true })
  for (const name of backups) await writeFile(path.join(backupFolder({ dataDir: folder }), name), '')
  const edit = randomIds.uuid()
  const dress = await createProduct(db)
  await db
    .insertInto('bulk_edit')
    .values({ id: edit, name: '1 product', asked: '[]', audit_id: null, applied_at: yesterday })
    .execute()
  await db
    .insertInto('bulk_edit_row')
    .values({ bulk_edit_id: edit, product_id: dress.id, before: '{}', version: yesterday })
    .execute()
  await db
    .insertInto('mail')
    .values({
      ...{ id: randomIds.uuid(), kind: 'house-news', address: 'olga@shop.test', next_try_at: null, due_at: null },
      ...{ created_at: yesterday, failed_at: yesterday, failure: 'refused', news: '{}' },
    })
    .execute()
  const image = randomIds.uuid().replaceAll('-', '')
  await db
    .insertInto('image')
    .values({ id: image, width: 40, height: 4, placeholder: '', created_at: new Date(+start - day / 2) })
    .execute()
  /** What is still there. */
  return async () => {
    const isErased = await db.selectFrom('user').select('erased_at').where('id', '=', ada.id).executeTakeFirstOrThrow()
    const count = async (table: 'bulk_edit_row' | 'mail') => (await db.selectFrom(table).selectAll().execute()).length
    const picture = await db.selectFrom('image').select('id').where('id', '=', image).execute()
    return {
      account: isErased.erased_at ? 0 : 1,
      backups: backups.filter(name => existsSync(path.join(backupFolder({ dataDir: folder }), name))).length,
      edits: await count('bulk_edit_row'),
      emails: await count('mail'),
      pictures: picture.length,
    }
  }
}
const all = { account: 1, backups: 5, edits: 1, emails: 1, pictures: 1 }

const aWhile = () => sleep(500)

/** Runs every job until `isDone`, and a backup as at night. */
async function runJobs(isDone: () => Promise<void>) {
  const shop = { config: config(), db, connection, images, payments, clock, ids: randomIds, log }
  const jobs = await startJobs(shop as Parameters<typeof startJobs>[0])
  await isDone()
  await jobs.close()
  const { mayDelete } = guard()
  const inspect = async () => 0
  const origin = shop.config.publicOrigin
  await makeBackup({
    ...shop,
    dataDir: shop.config.dataDir,
    origin,
    folder: backupFolder(shop.config),
    inspect,
    mayDelete,
  })
}

test.each([40, -40])('a clock that jumps by %i days deletes nothing, and the log says why', async days => {
  await guard().beat()
  const left = await openOldShop()
  clock.move(days * day)
  await runJobs(aWhile)
  expect(await left()).toEqual(all)
  const said = new Set(warnings.filter(message => message.startsWith('The clock of this machine')))
  expect([...said]).toEqual([expect.stringContaining(`40 days ${days > 0 ? 'after' : 'before'} the last hour`)])
  const { seen_at } = await db.selectFrom('clock_heartbeat').select('seen_at').executeTakeFirstOrThrow()
  expect(seen_at).toEqual(start)
})

test('the same 40 days later, confirmed by the date of the payment provider: what is old is deleted', async () => {
  await guard().beat()
  const left = await openOldShop()
  clock.move(40 * day)
  providersTime = clock.now
  await runJobs(() => expect.poll(async () => (await left()).account).toBe(0))
  expect(await left()).toEqual({ account: 0, backups: 2, edits: 0, emails: 0, pictures: 0 })
  const { seen_at } = await db.selectFrom('clock_heartbeat').select('seen_at').executeTakeFirstOrThrow()
  expect(seen_at).toEqual(clock.now())
})

test('a provider with another time does not confirm', async () => {
  await guard().beat()
  clock.move(40 * day)
  providersTime = () => start
  expect(await guard().check()).toMatchObject({ state: 'ahead', seenAt: start.toISOString() })
})

test('NTP confirms where the provider does not answer', async () => {
  await guard().beat()
  clock.move(3 * day)
  const askNtp = async () => clock.now()
  const confirmed = openClockGuard({ db, clock, askTime: payments.askTime, askNtp, log })
  expect(await confirmed.mayDelete()).toBe(true)
  expect(await guard().mayDelete()).toBe(true)
})

test('a doubt is logged once for as long as it lasts', async () => {
  const one = guard()
  await one.beat()
  clock.move(40 * day)
  for (let n = 0; n < 3; n++) await one.mayDelete()
  expect(warnings.filter(message => message.startsWith('The clock'))).toHaveLength(1)
  clock.move(-40 * day)
  expect(await one.mayDelete()).toBe(true)
  clock.move(40 * day)
  await one.mayDelete()
  expect(warnings.filter(message => message.startsWith('The clock'))).toHaveLength(2)
})

test('after it was 40 days behind, nothing is deleted for as long as a deletion can be undone', async () => {
  await guard().beat()
  clock.move(-40 * day)
  const left = await openOldShop() // deleted now, by a clock that is behind
  await db.updateTable('user').set({ deleted_at: clock.now() }).where('erased_at', 'is', null).execute()
  await guard().beat()
  clock.move(40 * day + 60_000)
  await runJobs(aWhile)
  expect((await left()).account).toBe(1)
  expect(await guard().check()).toMatchObject({ state: 'held' })
  for (let days = 0; days < 32; days += 1) {
    clock.move(day)
    await guard().beat()
  }
  await runJobs(() => expect.poll(async () => (await left()).account).toBe(0))
})

test('a heartbeat in the future goes back only when the time is confirmed', async () => {
  clock.move(3 * day)
  await guard().beat()
  clock.move(-3 * day)
  await guard().beat()
  expect(await guard().check()).toMatchObject({ state: 'behind' })
  providersTime = clock.now
  expect(await guard().check()).toMatchObject({ state: 'trusted', seenAt: start.toISOString() })
})

test('the first hour of a shop is noted as it is', async () => {
  expect(await guard().check()).toEqual({ state: 'trusted', now: start.toISOString() })
  await guard().beat()
  clock.move(60 * 60_000)
  await guard().beat()
  expect(await guard().check()).toMatchObject({ state: 'trusted', seenAt: clock.now().toISOString() })
})

test('the Proof page has the state', async () => {
  await guard().beat()
  const headers = await signIn(db, await createUser(db, { role: 'admin' }))
  await db
    .updateTable('session')
    .set({ expires_at: new Date(+start + 90 * day) })
    .execute()
  clock.move(40 * day)
  await db.updateTable('session').set({ seen_at: clock.now() }).execute()
  const { clock: state } = (await app.inject({ url: '/api/proof', headers })).json().data
  expect(state).toEqual({ state: 'ahead', now: clock.now().toISOString(), seenAt: start.toISOString() })
})
