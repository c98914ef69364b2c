import { expect, test } from 'vitest'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { checkShop } from './check-shop.ts'

const { app, db, shop } = await testApp()
const headers = await signIn(db, await createUser(db, { role: 'admin' }))

async function undoLast() {
  const { id } = await db.selectFrom('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  expect((await app.inject({ method: 'POST', url: `/api/admin/undo/${id}`, headers })).statusCode).toBe(200)
}

test('a change of the settings and a mark of a message that were taken back are in order', async () => {
  const value = { ...defaultSettings.announcement, text: 'Closed on Monday' }
  const saved = {
    method: 'PUT',
    url: '/api/settings/sections/announcement',
    headers,
    payload: { value, version: 0 },
  } as const
  expect((await app.inject(saved)).statusCode).toBe(200)
  await undoLast()

  const payload = { name: 'Ada', email: 'ada@shop.test', subject: 'A hem', message: 'Is it long?' }
  await app.inject({ method: 'POST', url: '/api/contact', payload })
  const { id } = await db.selectFrom('contact_message').select('id').executeTakeFirstOrThrow()
  const mark = { method: 'PATCH', url: `/api/contact/${id}`, headers, payload: { done: true } } as const
  expect((await app.inject(mark)).statusCode).toBe(200)
  await undoLast()

  const { images, payments, clock, config } = shop
  const { rules } = await checkShop({ db, images, payments: payments.provider, clock, origin: config.publicOrigin })
  expect(rules.find(({ rule }) => rule === 'undone-once')).toMatchObject({ checked: 1, broken: 0 })
})
