import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { connectStore } from './connect-store.ts'

const { db, connection, close } = await testDatabase()
const store = connectStore(connection)
afterAll(async () => {
  await store.end()
  await close()
})

const isOpen = async (pid: number) =>
  (await sql`select from pg_stat_activity where pid = ${pid}`.execute(db)).rows.length > 0

test('a connection that breaks between two queries aborts the transaction, not the shop', async () => {
  const work = store.inTransaction(async query => {
    const { rows } = await query<{ pid: number }>('select pg_backend_pid() as pid')
    const { pid = 0 } = rows[0] ?? {}
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    await expect.poll(() => isOpen(pid)).toBe(false)
    await query('select 1')
  })
  await expect(work).rejects.toThrow()
  expect((await store.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
