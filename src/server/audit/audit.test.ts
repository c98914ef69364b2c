import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#domain/audit.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { randomIds } from '../lib/clock.ts'
import { movableClock } from '../payments/payments.fixture.ts'
import { recordAuditEntry } from './record.ts'

const clock = movableClock()
const { app, db } = await testApp({ clock })
let olga: { id: string; email: string }
let headers: { cookie: string }
beforeAll(async () => {
  olga = await createUser(db, { role: 'admin', email: 'olga@shop.test' })
  headers = await signIn(db, olga)
})

async function list(query = '') {
  const response = await app.inject({ url: `/api/audit${query}`, headers })
  expect(response.statusCode).toBe(200)
  return { entries: response.json().data as AuditEntry[], total: Number(response.headers['x-total-count']) }
}
async function undo(auditId: string) {
  const response = await app.inject({ method: 'POST', url: `/api/admin/undo/${auditId}`, headers })
  return { status: response.statusCode, message: response.json().message }
}
async function deletes(record: 'product' | 'user' | 'order', id: string) {
  return await db.transaction().execute(async tx => {
    await tx.updateTable(record).set({ deleted_at: clock.now() }).where('id', '=', id).execute()
    const auditEntry = { actor: olga.id, action: 'delete', record, recordId: id, before: { name: 'Silk dress' } }
    return await recordAuditEntry(tx, auditEntry, { clock, ids: randomIds })
  })
}
const dayMs = 24 * 60 * 60_000

describe('an undo', () => {
  test('brings a product, a user and an order back, and is recorded', async () => {
    const product = await createProduct(db)
    const user = await createUser(db)
    const order = await createOrder(db, [product])
    for (const [record, { id }] of [
      ['product', product],
      ['user', user],
      ['order', order],
    ] as const) {
      const auditId = await deletes(record, id)
      expect(await undo(auditId)).toEqual({ status: 200, message: 'Taken back' })
      const { deleted_at } = await db
        .selectFrom(record)
        .select('deleted_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(deleted_at).toBeNull()
      const { entries } = await list(`?q=${id}`)
      expect(entries.map(({ action, canUndo }) => ({ action, canUndo }))).toEqual([
        { action: 'undo', canUndo: false },
        { action: 'delete', canUndo: false },
      ])
    }
  })

  test('succeeds once, also when twenty requests arrive at once', async () => {
    const { id } = await createProduct(db)
    const auditId = await deletes('product', id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(auditId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.message).toBe('This was taken back before.')
  })

  test('is possible for 30 days', async () => {
    const { id } = await createProduct(db)
    const auditId = await deletes('product', id)
    clock.move(30 * dayMs + 1)
    headers = await signIn(db, olga)
    await db
      .updateTable('session')
      .set({ expires_at: new Date(+clock.now() + dayMs) })
      .execute()
    expect(await undo(auditId)).toEqual({ status: 409, message: 'A deletion can be taken back for 30 days.' })
    expect((await list(`?q=${id}`)).entries[0]?.canUndo).toBe(false)
  })

  test('cannot be taken back itself', async () => {
    const { id } = await createProduct(db)
    await undo(await deletes('product', id))
    const [taken] = (await list(`?q=${id}`)).entries
    const message = 'This took something back, and cannot be taken back itself. Change it again instead.'
    expect(await undo(taken?._id ?? '')).toEqual({ status: 409, message })
  })

  test.each(['nothing', '00000000-0000-7000-8000-000000000000'])('%s is 404', async id => {
    expect(await undo(id)).toEqual({ status: 404, message: 'Change not found' })
  })
})

describe('the audit', () => {
  test('names who did what to which record, newest first, a page at a time', async () => {
    const { id } = await createProduct(db, { name: 'Silk dress' })
    await deletes('product', id)
    const { entries, total } = await list('?limit=1')
    expect(total).toBeGreaterThan(1)
    expect(entries).toEqual([
      {
        _id: expect.any(String),
        at: clock.now().toISOString(),
        actor: { _id: olga.id, email: 'olga@shop.test' },
        action: 'delete',
        record: 'product',
        recordId: id,
        recordName: 'Silk dress',
        before: { name: 'Silk dress' },
        after: null,
        canUndo: true,
      },
    ])
    expect((await list('?limit=1&page=2')).entries[0]?._id).not.toBe(entries[0]?._id)
    expect((await list(`?page=${10 ** 9}`)).entries).toEqual([])
  })

  test('can be searched by record, by kind of record and by admin', async () => {
    expect((await list('?record=order')).entries.every(({ record }) => record === 'order')).toBe(true)
    expect((await list('?record=order')).total).toBeGreaterThan(0)
    expect((await list('?record=')).total).toBe((await list()).total)
    expect((await list('?q=OLGA')).total).toBe((await list()).total)
    expect((await list('?q=nobody@else.test')).total).toBe(0)
  })

  test('can be searched by what a record is called, whatever it is', async () => {
    const product = await createProduct(db, { name: 'Velvet cape 100%' })
    const user = await createUser(db, { email: 'velma@shop.test' })
    const order = await createOrder(db, [product])
    const file = { id: randomIds.uuid(), file: 'velour.csv', created_at: clock.now() }
    await db.insertInto('product_import').values(file).execute()
    const named = { product: product.id, user: user.id, order: order.id, import: file.id } as const
    for (const [record, recordId] of Object.entries(named) as [keyof typeof named, string][])
      await db
        .transaction()
        .execute(tx =>
          recordAuditEntry(tx, { actor: undefined, action: 'update', record, recordId }, { clock, ids: randomIds }),
        )
    const found = async (q: string, more = '') => {
      const { entries, total } = await list(`?q=${encodeURIComponent(q)}${more}`)
      expect(entries).toHaveLength(total)
      return entries.map(({ record }) => record).toSorted()
    }
    expect(await found('vet CAPE 100%')).toEqual(['product'])
    expect(await found('velma@')).toEqual(['user'])
    expect(await found('velour.csv')).toEqual(['import'])
    expect(await found(order.order_id.slice(2, 12))).toEqual(['order'])
    expect(await found(`#${order.number}`)).toEqual(['order'])
    expect((await list(`?q=${order.number}`)).entries[0]?.recordName).toBe(`#${order.number}`)
    expect(await found('vel')).toEqual(['import', 'product', 'user'])
    expect(await found('vel', '&record=user')).toEqual(['user'])
    expect(await found('vel', '&record=message')).toEqual([])
    expect(await found('velvet_cape')).toEqual([])
    const renamed = { before: { name: 'Mohair shawl' }, after: { name: 'Velvet cape 100%' } }
    const auditEntry = {
      actor: undefined,
      action: 'update',
      record: 'product',
      recordId: product.id,
      ...renamed,
    } as const
    await db.transaction().execute(tx => recordAuditEntry(tx, auditEntry, { clock, ids: randomIds }))
    expect(await found('mohair')).toEqual(['product'])
    expect(await found('velvet cape')).toEqual(['product', 'product'])
  })

  test('finds an order that is deleted by its whole id, and an entry once that says a word twice', async () => {
    const product = await createProduct(db)
    const order = await createOrder(db, [product])
    await deletes('order', order.id)
    expect((await list(`?q=${order.order_id}`)).entries).toMatchObject([{ action: 'delete', record: 'order' }])
    const zora = await createUser(db, { role: 'admin', email: 'zora@shop.test' })
    const auditEntry = { actor: zora.id, action: 'change password', record: 'user', recordId: zora.id } as const
    await db.transaction().execute(tx => recordAuditEntry(tx, auditEntry, { clock, ids: randomIds }))
    expect((await list('?q=zora')).total).toBe(1)
  })
})

test('messages of visitors are listed for admins, newest first', async () => {
  for (const [n, subject] of ['First', 'Second'].entries()) {
    const created_at = new Date(Date.UTC(2026, 0, 1 + n))
    const email = { name: 'Ada', email: 'ada@shop.test', message: '<b>Hello</b>' }
    await db
      .insertInto('contact_message')
      .values({ id: randomIds.uuid(), subject, created_at, ...email })
      .execute()
  }
  const ask = async (query: string) => (await app.inject({ url: `/api/contact${query}`, headers })).json().data
  expect(await ask('')).toMatchObject([
    { subject: 'Second', name: 'Ada', message: '<b>Hello</b>' },
    { subject: 'First' },
  ])
  expect(await ask('?q=first')).toMatchObject([{ subject: 'First' }])
})
