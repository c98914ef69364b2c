import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../../tests/support/builders.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

let isShort = false
const { app, db } = await testApp({ limits: noLimits, space: { isShort: () => isShort } })
const email = { name: 'Ada', email: 'ada@shop.test', subject: 'Silk', message: 'Is it silk?' }
const write = () => app.inject({ method: 'POST', url: '/api/contact', payload: email })

const toVisitors = 'This cannot be saved right now, and nothing was changed. Please try again later.'
const toAdmins =
  'The disk of the machine that keeps the shop’s data is full: nothing can be saved until there is room, and nothing was changed. Delete what is not needed there, such as old backups and logs, or enlarge the disk.'

async function reprice(productId: string, role: 'admin' | 'user') {
  const headers = await signIn(db, await createUser(db, { role }))
  const url = `/api/products/update-product/${productId}`
  const answer = await app.inject({ method: 'PATCH', url, payload: { price: 99 }, headers })
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], ...answer.json() }
}

test('while the disk is almost full every read works and every change is refused', async () => {
  const { id } = await createProduct(db)
  isShort = true
  const refused = await write()
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('30')
  expect(refused.json()).toMatchObject({ success: false, code: 'no_room', message: toVisitors })
  for (const url of [`/api/products/${id}`, '/api/search?q=silk', '/api/auth/session', '/health/ready'])
    expect((await app.inject(url)).statusCode, url).toBe(200)
  isShort = false
  expect((await write()).statusCode).toBe(201)
})

test('the message tells an admin that the disk is full, and nobody else', async () => {
  const { id } = await createProduct(db)
  isShort = true
  const refused = { status: 503, retryAfter: '30', code: 'no_room' }
  expect(await reprice(id, 'admin')).toMatchObject({ ...refused, message: toAdmins })
  expect(await reprice(id, 'user')).toMatchObject({ status: 403 })
  const headers = await signIn(db, await createUser(db))
  const own = await app.inject({ method: 'POST', url: '/api/auth/change-password', payload: {}, headers })
  expect([own.statusCode, own.json().message]).toEqual([503, toVisitors])
  isShort = false
})

test('a full disk of a database on another machine gives the same message', async () => {
  const { id } = await createProduct(db)
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(db)
  for (const table of ['product', 'contact_message'])
    await sql`create trigger full_disk before insert or update on ${sql.table(table)} execute function refuse()`.execute(
      db,
    )
  expect(await reprice(id, 'admin')).toMatchObject({
    status: 503,
    retryAfter: '30',
    code: 'no_room',
    message: toAdmins,
  })
  const refused = await write()
  expect([refused.statusCode, refused.json().message]).toEqual([503, toVisitors])
  for (const table of ['product', 'contact_message'])
    await sql`drop trigger full_disk on ${sql.table(table)}`.execute(db)
  expect(await reprice(id, 'admin')).toMatchObject({ status: 200 })
})
