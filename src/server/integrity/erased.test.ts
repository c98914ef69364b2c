import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { hashPassword } from '../auth/password-hash.ts'
import { eraseDeleted } from '../privacy/erase-deleted-job.ts'
import { openBusyShop } from './proof.fixture.ts'

const shop = await openBusyShop()
afterAll(() => shop.close())
const { app, db, ada, bea, asAda, book, orders, clock } = shop
const dayMs = 24 * 60 * 60_000

const erase = (password: string) =>
  app.inject({ method: 'POST', url: '/api/auth/erase', headers: asAda, payload: { password } })

test('a shop with erased users is in order: by their own request, and after a deletion', async () => {
  const password_hash = await hashPassword('a silk dress')
  await db.updateTable('user').set({ password_hash }).where('id', '=', ada.id).execute()
  await db.updateTable('order').set({ user_id: ada.id, email: ada.email }).where('id', '=', orders.paid.id).execute()
  expect((await erase('a silk dress')).json().message).toContain('is paid and not completed yet')
  await app.inject({
    method: 'PATCH',
    url: `/api/orders/update-order-status/${orders.paid.id}`,
    headers: shop.asOlga,
    payload: { status: 'completed' },
  })
  expect((await erase('a silk dress')).statusCode).toBe(200)
  expect(await shop.broken()).toEqual({})

  clock.move(31 * dayMs)
  expect(await eraseDeleted(book)).toBe(1)
  const erased = await db.selectFrom('user').select('id').where('erased_at', 'is not', null).orderBy('id').execute()
  expect(erased.map(({ id }) => id)).toEqual([ada.id, bea.id].sort())
  expect(await shop.broken()).toEqual({})
})

test('an erased user without an erasure in the audit is found', async () => {
  await sql`update audit set action = 'update' where action = 'erase' and record_id = ${ada.id}`.execute(db)
  expect((await shop.broken()).deletions).toMatchObject([
    { sentence: `The user ${ada.id}@deleted.invalid is deleted, and the audit names nobody who did it.` },
  ])
})
