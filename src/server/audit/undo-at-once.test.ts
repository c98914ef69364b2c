import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { minutes, movableClock } from '../payments/payments.fixture.ts'

const clock = movableClock()
const { app, db } = await testApp({ clock })
const headers = await signIn(db, await createUser(db, { role: 'admin' }))

async function importName(id: string, name: string): Promise<string> {
  const payload = `id,name,category,color,description,price,old_price,image\n${id},${name},dress,black,It shines.,99.50,,\n`
  const type = { ...headers, 'content-type': 'text/csv' }
  const read = await app.inject({ method: 'POST', url: '/api/products/imports', headers: type, payload })
  const url = `/api/products/imports/${read.json().data._id}/apply`
  return (await app.inject({ method: 'POST', url, headers })).json().data.auditId
}
const undo = async (audit: string) =>
  (await app.inject({ method: 'POST', url: `/api/admin/undo/${audit}`, headers })).statusCode

test('of two imports undone at once, the one that had to wait is noted as the later one', async () => {
  const { id } = await createProduct(db)
  const first = await importName(id, 'Silk dress')
  clock.move(minutes(1))
  const second = await importName(id, 'Wool dress')
  const waiting = await db.transaction().execute(async tx => {
    await sql`select from audit where id = ${first} for update`.execute(tx)
    const answer = undo(first)
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return rows.length
      })
      .toBe(1)
    clock.move(minutes(1))
    expect(await undo(second)).toBe(200)
    return { answer }
  })
  expect(await waiting.answer).toBe(200)
  const [earlier, later] = await Promise.all(
    [second, first].map(audit =>
      db.selectFrom('audit').select('undone_at').where('id', '=', audit).executeTakeFirstOrThrow(),
    ),
  )
  expect(Number(later?.undone_at)).toBeGreaterThanOrEqual(Number(earlier?.undone_at))
})
