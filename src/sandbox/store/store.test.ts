import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { connectStore } from './connect-store.ts'
import { openStore } from './store.ts'

const { connection, close } = await testDatabase()
const store = connectStore(connection)
afterAll(async () => {
  await store.end()
  await close()
})

test('a starting process neither waits for a payment in progress nor blocks it', async () => {
  const first = await openStore(connection)
  await store.inTransaction(async query => {
    await query('update sandbox.session set status = status')
    const second = await openStore(connection)
    await second.end()
  })
  await first.end()
  expect((await store.query('select from sandbox.session')).rows).toEqual([])
})
