import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { randomIds } from '../lib/clock.ts'
import { movableClock } from '../payments/payments.fixture.ts'

const clock = movableClock()
const { app, db } = await testApp({ limits: noLimits, clock })
const olga = await createUser(db, { role: 'admin', email: 'olga@shop.test' })
const asOlga = await signIn(db, olga)

beforeEach(async () => {
  await db.deleteFrom('contact_message').execute()
})

async function receive(subject = 'A hem') {
  const id = randomIds.uuid()
  const message = { name: 'Ada', email: 'ada@shop.test', subject, message: 'Could you shorten it?' }
  await db
    .insertInto('contact_message')
    .values({ id, created_at: clock.now(), ...message })
    .execute()
  return id
}
async function call(method: 'GET' | 'PATCH' | 'POST' | 'DELETE', url: string, payload?: object, headers = asOlga) {
  const response = await app.inject({ method, url, payload, headers })
  return { status: response.statusCode, total: response.headers['x-total-count'], ...response.json() }
}
const mark = (id: string, done: unknown, headers?: typeof asOlga) =>
  call('PATCH', `/api/contact/${id}`, { done }, headers)
const undo = (auditId: string) => call('POST', `/api/admin/undo/${auditId}`)
const subjects = async (query: string) =>
  (await call('GET', `/api/contact${query}`)).data.map(({ subject }: { subject: string }) => subject)
const auditEntries = (id: string) =>
  db.selectFrom('audit').selectAll().where('record_id', '=', id).orderBy('at').orderBy('id').execute()

test('a message is marked as done and as not done again, and the audit says both', async () => {
  const id = await receive()
  const done = await mark(id, true)
  expect(done).toMatchObject({ status: 200, message: 'Marked as done', data: { auditId: expect.any(String) } })
  const [message] = (await call('GET', '/api/contact')).data
  expect(message).toMatchObject({ _id: id, doneAt: clock.now().toISOString() })
  expect(await mark(id, false)).toMatchObject({ status: 200, message: 'Marked as not done' })
  const [open] = (await call('GET', '/api/contact')).data
  expect(open).not.toHaveProperty('doneAt')
  const change = { actor: olga.id, record: 'message' }
  const entries = await auditEntries(id)
  expect(entries).toHaveLength(2)
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...change, action: 'mark done', before: { done: false }, after: { done: true } }),
      expect.objectContaining({ ...change, action: 'mark not done', before: { done: true }, after: { done: false } }),
    ]),
  )
})

test('the list shows open, done or all messages, and counts them', async () => {
  const [hem] = [await receive('A hem'), await receive('A button'), await receive('A zip')]
  await mark(hem, true)
  const counts = async (query = '') => (await call('GET', `/api/contact/counts${query}`)).data
  expect(await subjects('?status=open')).toEqual(['A zip', 'A button'])
  expect(await subjects('?status=done')).toEqual(['A hem'])
  for (const all of ['', '?status=all', '?status=', '?status=%27%3B', '?status=constructor'])
    expect(await subjects(all)).toHaveLength(3)
  expect(await counts()).toEqual({ open: 2, done: 1 })
  for (const [query, total] of [
    ['', '3'],
    ['?status=open&limit=1', '2'],
    ['?status=done&limit=1', '1'],
    ['?status=open&q=HEM', '0'],
    ['?status=done&q=HEM', '1'],
  ] as const)
    expect((await call('GET', `/api/contact${query}`)).total, query).toBe(total)
  expect(await counts('?q=hem')).toEqual({ open: 0, done: 1 })
  expect(await counts('?q=a%20')).toEqual({ open: 2, done: 1 })
  expect(await counts('?q=%25')).toEqual({ open: 0, done: 0 })
  await call('DELETE', `/api/contact/${hem}`)
  expect(await counts()).toEqual({ open: 2, done: 0 })
})

test('a message is marked once, also when ten requests arrive at once', async () => {
  const id = await receive()
  const answers = await Promise.all(Array.from({ length: 10 }, () => mark(id, true)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(answers.filter(({ data }) => data.auditId !== null)).toHaveLength(1)
  expect(await auditEntries(id)).toHaveLength(1)
  expect((await mark(id, true)).data).toEqual({ auditId: null })
  expect((await mark(id, false)).data.auditId).not.toBeNull()
  expect((await mark(id, false)).data).toEqual({ auditId: null })
})

test('a mark is undone once, also when ten requests arrive at once', async () => {
  const id = await receive()
  const { auditId } = (await mark(id, true)).data
  const answers = await Promise.all(Array.from({ length: 10 }, () => undo(auditId)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  expect(await subjects('?status=open')).toEqual(['A hem'])
  const entries = (await call('GET', `/api/audit?q=${id}`)).data
  expect(entries).toHaveLength(2)
  const [done, notDone] = [false, true].map(before =>
    entries.find((entry: { before: { done: boolean } }) => entry.before.done === before),
  )
  expect(done).toMatchObject({ action: 'mark done', canUndo: false })
  expect(notDone).toMatchObject({ action: 'mark not done', after: { done: false }, canUndo: true })
  expect(await undo(notDone._id)).toMatchObject({ status: 200 })
  expect(await subjects('?status=done')).toEqual(['A hem'])
})

test('a mark that another admin has changed since is not undone', async () => {
  const id = await receive()
  const { auditId } = (await mark(id, true)).data
  await mark(id, false)
  expect(await undo(auditId)).toMatchObject({ status: 409, message: 'This message was marked otherwise since.' })
  expect(await subjects('?status=open')).toEqual(['A hem'])
})

test('the mark of an erased message cannot be undone', async () => {
  const id = await receive()
  const { auditId } = (await mark(id, true)).data
  await call('DELETE', `/api/contact/${id}`)
  expect(await undo(auditId)).toMatchObject({ status: 404, message: 'Message not found' })
  const entries: { canUndo: boolean }[] = (await call('GET', `/api/audit?q=${id}`)).data
  expect(entries.map(({ canUndo }) => canUndo)).toEqual([false, false])
  expect(await mark(id, true)).toMatchObject({ status: 404, message: 'Message not found' })
})

test('only an admin marks and counts messages, and only from the shop’s own site', async () => {
  const id = await receive()
  const asAda = await signIn(db, await createUser(db, { email: 'ada@shop.test' }))
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
  for (const [headers, status] of [
    [{}, 401],
    [asAda, 403],
  ] as const) {
    expect((await mark(id, true, headers as typeof asOlga)).status).toBe(status)
    expect((await call('GET', '/api/contact/counts', undefined, headers as typeof asOlga)).status).toBe(status)
  }
  expect((await mark(id, true, { ...asOlga, ...elsewhere })).status).toBe(403)
  expect(await subjects('?status=open')).toEqual(['A hem'])
  expect(await auditEntries(id)).toEqual([])
})

test.each([
  ['nothing', true, 404],
  ['00000000-0000-7000-8000-000000000000', true, 404],
  ['%00', true, 400],
  ['00000000-0000-7000-8000-000000000000', 'perhaps', 400],
  ['00000000-0000-7000-8000-000000000000', undefined, 400],
])('%s marked with %j is refused', async (id, done, status) => {
  expect((await mark(id, done)).status).toBe(status)
})
