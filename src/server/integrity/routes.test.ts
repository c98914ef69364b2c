import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Proof } from '#domain/integrity.ts'
import { backupFolder } from '../backups/folder.ts'
import { alone } from '../jobs/nightly.ts'
import { runJob } from '../jobs/run-job.ts'
import { randomIds } from '../lib/clock.ts'
import { lowBytes } from '../telemetry/dependency-checks.ts'
import { checkShop } from './check-shop.ts'
import { findProof } from './find-proof.ts'
import { openBusyShop } from './proof.fixture.ts'
import { checkAlone } from './run-check.ts'

const room = { isShort: false, free: 2 ** 40 }
const shop = await openBusyShop({ space: { isShort: () => room.isShort, freeBytes: () => room.free } })
afterAll(() => shop.close())
const { app, db, book, clock, asOlga: headers } = shop
beforeEach(async () => {
  await db.deleteFrom('chore').execute()
})

const proof = async () => (await app.inject({ url: '/api/proof', headers })).json().data as Proof
const checkNow = async () => {
  const answer = await app.inject({ method: 'POST', url: '/api/proof/checks', headers })
  return { status: answer.statusCode, message: answer.json().message as string }
}
const untilChecked = () => expect.poll(async () => (await proof()).isChecking).toBe(false)
const ran = (kind: 'backup' | 'drill', work: () => Promise<object>) => runJob(book, kind, work)

test('a shop without any job runs reports nothing', async () => {
  const { disk, mail, clock: clockState, ...nothing } = await proof()
  expect(clockState).toMatchObject({ state: 'trusted' })
  expect(mail).toEqual({ total: 0, emails: [] })
  const off = { archive: { state: 'off' }, backupCopy: { state: 'off' } }
  expect(nothing).toEqual({ isChecking: false, check: {}, backup: {}, drill: {}, scrub: {}, ...off })
  expect(disk.freeBytes).toBeGreaterThan(0)
})

test('it reports the free disk space, as the health of the shop does', async () => {
  room.free = lowBytes - 1
  expect((await proof()).disk).toEqual({ state: 'low', freeBytes: lowBytes - 1 })
  Object.assign(room, { isShort: true, free: 4_096 })
  expect((await proof()).disk).toEqual({ state: 'full', freeBytes: 4_096 })
  expect((await app.inject('/health/ready')).json().checks.disk).toBe('full')
  expect(await checkNow()).toMatchObject({
    status: 503,
    message: expect.stringContaining('is full: nothing can be saved'),
  })
  Object.assign(room, { isShort: false, free: 2 ** 40 })
})

test('it reports undeliverable e-mails to admins, who can send them again', async () => {
  const ids = [randomIds.uuid(), randomIds.uuid()]
  const lost = { created_at: clock.now(), next_try_at: null, failed_at: clock.now(), failure: '550 5.1.1 No such user' }
  const toOlga = { ...lost, kind: 'house-news' as const, address: 'olga@shop.test' }
  const news = JSON.stringify({ orders: [], more: 1, messages: 0 })
  await db
    .insertInto('mail')
    .values(ids.map(id => ({ ...toOlga, id, news })))
    .execute()
  const { mail } = await proof()
  const reason = '550 5.1.1 No such user'
  expect(mail.total).toBe(2)
  expect(mail.emails[0]).toMatchObject({ kind: 'house-news', to: 'olga@shop.test', orderId: null, reason })

  const resend = async (payload: object, as: object = headers) =>
    await app.inject({ method: 'POST', url: '/api/proof/mail/resend', payload, headers: { ...as } })
  expect((await resend({}, {})).statusCode).toBe(401)
  expect((await resend({}, shop.asAda)).statusCode).toBe(403)
  expect((await resend({ id: 'nobody’s' })).json().data).toBe(0)
  expect((await resend({ id: ids[0] })).json().data).toBe(1)
  expect((await proof()).mail.emails.map(({ _id }) => _id)).toEqual([ids[1]])
  const twice = await Promise.all([resend({}), resend({})])
  expect(twice.map(answer => answer.json().data).toSorted()).toEqual([0, 1])
  expect((await proof()).mail.total).toBe(0)
  await db.deleteFrom('mail').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
})

describe('Check now', () => {
  test('checks the whole shop, and returns the result', async () => {
    expect(await checkNow()).toEqual({ status: 202, message: 'The check has begun' })
    await untilChecked()
    const { check } = await proof()
    const at = clock.now().toISOString()
    expect(check).toEqual({ succeededAt: at, checkedAt: at, rules: (await checkShop(book)).rules })
  })

  test('names each break with its link', async () => {
    await db.updateTable('product').set({ rating: 1 }).where('id', '=', shop.products.dress).execute()
    await checkNow()
    await untilChecked()
    await db.updateTable('product').set({ rating: 4.33 }).where('id', '=', shop.products.dress).execute()
    const broken = (await proof()).check.rules?.filter(rule => rule.broken > 0)
    expect(broken).toMatchObject([
      { rule: 'ratings', broken: 1, breaks: [{ link: `/dashboard/update-product/${shop.products.dress}` }] },
    ])
  })

  test('runs once at a time, whoever starts it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const other = alone(db, 'check', () => promise)
    await expect.poll(async () => (await proof()).isChecking).toBe(true)
    const sentence = 'A check is under way already: wait until it is done.'
    expect(await checkNow()).toEqual({ status: 409, message: sentence })
    await expect(checkAlone(book)).rejects.toThrow(sentence)
    resolve()
    await other
    expect((await checkNow()).status).toBe(202)
    await untilChecked()
  })

  test('started by ten requests at once is one check', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, checkNow))
    await untilChecked()
    const begun = answers.filter(({ status }) => status === 202).length
    expect(begun).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10 - begun)
    expect(await db.selectFrom('chore').select('id').execute()).toHaveLength(begun)
  })

  test('that fails is recorded, and the result of the last one stays', async () => {
    await checkNow()
    await untilChecked()
    const before = (await proof()).check
    clock.move(60_000)
    await db.schema.alterTable('review').renameTo('hidden').execute()
    await checkNow()
    await untilChecked()
    await db.schema.alterTable('hidden').renameTo('review').execute()
    const { failed, ...after } = (await proof()).check
    expect(after).toEqual(before)
    expect(failed).toEqual({ at: clock.now().toISOString(), why: expect.stringContaining('review') })
  })
})

test('a backup and a restore drill are shown with their contents, and so is a later failure', async () => {
  const folder = backupFolder(shop)
  await mkdir(folder, { recursive: true })
  for (const name of ['vitrine-1.tar.gz', 'vitrine-2.tar.gz']) await writeFile(path.join(folder, name), '')
  const facts = { file: 'vitrine-1.tar.gz', bytes: 1_000, rows: 20, images: 3, missingImages: 0 }
  await ran('backup', async () => facts)
  await ran('drill', async () => ({ file: 'vitrine-1.tar.gz', tables: 17, rows: 20 }))
  const at = clock.now().toISOString()
  clock.move(1_000)
  const full = () => Promise.reject(new Error('There is no space left on the disk.'))
  await expect(ran('drill', full)).rejects.toThrow('no space')
  expect(await proof()).toMatchObject({
    backup: { ...facts, succeededAt: at },
    drill: { tables: 17, succeededAt: at, failed: { why: 'There is no space left on the disk.' } },
  })
  clock.move(1_000)
  await ran('drill', async () => ({ file: 'vitrine-2.tar.gz', tables: 17, rows: 20 }))
  expect((await proof()).drill).toEqual({
    file: 'vitrine-2.tar.gz',
    tables: 17,
    rows: 20,
    succeededAt: clock.now().toISOString(),
  })
})

test('a backup whose file is gone does not count, nor does its drill', async () => {
  const file = 'vitrine-1.tar.zst'
  for (const kind of ['backup', 'drill'] as const) await ran(kind, async () => ({ file }))
  const names = async (backups: string[] | undefined) => {
    const { backup, drill } = await findProof(db, backups)
    return [backup.file, drill.file]
  }
  expect([await names([file]), await names(undefined)]).toEqual([
    [file, file],
    [file, file],
  ])
  expect(await names([])).toEqual([undefined, undefined])
  expect(await proof()).toMatchObject({ backup: {}, drill: {} })
  expect((await proof()).backup).toEqual({})
})

test('a check during orders, uploads and deletions finds nothing', async () => {
  let isOver = false
  const again = async (work: () => Promise<unknown>) => {
    while (!isOver) await work()
  }
  const { hat } = shop.products
  const work = [
    again(async () => {
      const { sessionId } = await shop.orderSomething()
      await shop.pay(sessionId)
    }),
    again(async () => {
      const url = `/api/products/${hat}`
      const { data } = (await app.inject({ method: 'DELETE', url, headers })).json()
      await app.inject({ method: 'POST', url: `/api/admin/undo/${data.auditId}`, headers })
    }),
    again(() => shop.upload()),
  ]
  const found: unknown[] = []
  for (let n = 0; n < 15; n++) {
    const { rules } = await checkShop(book)
    found.push(
      ...rules.filter(({ rule, broken, note, unknown }) => broken > 0 || unknown || (rule === 'picture-files' && note)),
    )
  }
  isOver = true
  await Promise.all(work)
  expect(found).toEqual([])
})
