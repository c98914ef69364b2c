import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'

const { app, db } = await testApp()
for (let i = 0; i < 10; i++) await createProduct(db, { description: 'long enough to be worth it '.repeat(5) })

const encodingOf = async (url: string, accepts: string) =>
  (await app.inject({ url, headers: { 'accept-encoding': accepts } })).headers['content-encoding']

test('what anyone may read is compressed as the reader likes it', async () => {
  expect(await encodingOf('/api/products', 'gzip, br')).toBe('br')
  expect(await encodingOf('/api/products', 'gzip')).toBe('gzip')
  expect(await encodingOf('/api/products', 'identity')).toBeUndefined()
  expect(await encodingOf('/api/products', 'zstd')).toBeUndefined()

  const plain = await app.inject('/api/products')
  const zipped = await app.inject({ url: '/api/products', headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  expect(zipped.headers.vary).toContain('accept-encoding')
})

test('what belongs to somebody never is', async () => {
  const owner = await createUser(db, { role: 'admin' })
  for (let i = 0; i < 20; i++) await createUser(db)
  const cookie = await signIn(db, owner)
  const answer = await app.inject({ url: '/api/auth/users', headers: { 'accept-encoding': 'gzip, br', ...cookie } })
  expect(answer.statusCode).toBe(200)
  expect(answer.body.length).toBeGreaterThan(2_000)
  expect(answer.headers['content-encoding']).toBeUndefined()
})
