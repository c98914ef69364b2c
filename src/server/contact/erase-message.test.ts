import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'

const { app, db } = await testApp({ limits: noLimits })
const email = { name: 'Ada', email: 'ada@shop.test', subject: 'A hem', message: 'Could you shorten it?' }
const write = (payload = email) => app.inject({ method: 'POST', url: '/api/contact', payload })
const saved = () => db.selectFrom('contact_message').selectAll().orderBy('id').execute()

beforeEach(async () => {
  await db.deleteFrom('contact_message').execute()
})

/** One received message, and an admin. */
async function received() {
  await write(email)
  const [{ id } = expect.fail()] = await saved()
  const olga = await createUser(db, { role: 'admin', email: `olga-${id}@shop.test` })
  return { id, olga, asOlga: await signIn(db, olga) }
}
async function erase(id: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ method: 'DELETE', url: `/api/contact/${id}`, headers })
  return { status: response.statusCode, body: response.json() }
}
const auditEntries = (id: string) => db.selectFrom('audit').selectAll().where('record_id', '=', id).execute()

test('a message that an admin deletes is gone; the audit names who did it, and nothing that was in it', async () => {
  const { id, olga, asOlga } = await received()
  const created_at = new Date('2026-03-01T23:59:00Z')
  await db.updateTable('contact_message').set({ created_at }).where('id', '=', id).execute()
  await write({ ...email, subject: 'Another' })
  expect(await erase(id, asOlga)).toEqual({
    status: 200,
    body: { success: true, message: 'Message deleted', data: null },
  })
  expect(await saved()).toMatchObject([{ subject: 'Another' }])
  const list = await app.inject({ url: '/api/contact', headers: asOlga })
  expect(list.headers['x-total-count']).toBe('1')
  expect(list.json().data).toMatchObject([{ subject: 'Another' }])

  expect(await auditEntries(id)).toMatchObject([
    { actor: olga.id, action: 'erase', record: 'message', before: { written: '2026-03-01' }, after: null },
  ])
  const audit = await app.inject({ url: '/api/audit?record=message&limit=1', headers: asOlga })
  expect(audit.json().data).toEqual([
    expect.objectContaining({ record: 'message', recordId: id, recordName: '', canUndo: false }),
  ])
  for (const word of [email.email, email.subject, email.message]) expect(audit.body).not.toContain(word)
})

test('a deleted message cannot be brought back', async () => {
  const { id, asOlga } = await received()
  await erase(id, asOlga)
  const [{ id: auditEntry } = expect.fail()] = await auditEntries(id)
  const undone = await app.inject({ method: 'POST', url: `/api/admin/undo/${auditEntry}`, headers: asOlga })
  expect(undone.statusCode).toBe(409)
  expect(await saved()).toEqual([])
})

test('a message is deleted once, also when ten requests arrive at once', async () => {
  const { id, asOlga } = await received()
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => erase(id, asOlga)))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(404)])
  expect(await auditEntries(id)).toHaveLength(1)
  expect((await erase(id, asOlga)).body.message).toBe('Message not found')
})

test('only an admin deletes a message, and only from the shop’s own site', async () => {
  const { id, asOlga } = await received()
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
  expect((await erase(id)).status).toBe(401)
  expect((await erase(id, await signIn(db, await createUser(db, { email: email.email })))).status).toBe(403)
  expect((await erase(id, { ...asOlga, ...elsewhere })).status).toBe(403)
  expect(await saved()).toHaveLength(1)
  expect(await auditEntries(id)).toEqual([])
})

test.each([
  ['nothing', 404],
  ['00000000-0000-7000-8000-000000000000', 404],
  ['%00', 400],
])('%s is no message', async (id, status) => {
  const { asOlga } = await received()
  expect((await erase(id, asOlga)).status).toBe(status)
  expect(await saved()).toHaveLength(1)
})
