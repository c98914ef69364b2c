import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOrder, createProduct } from '../../../../tests/support/builders.ts'
import { databaseUrl } from '../../../../tests/support/command.ts'
import { temporaryFolder, testDatabase } from '../../../../tests/support/database.ts'
import { runCommand } from '../../../../tests/support/run-command.ts'
import { randomIds } from '../../lib/clock.ts'

const { db, connection, close } = await testDatabase()
let env: Record<string, string>
beforeAll(async () => {
  env = { DATA_DIR: await temporaryFolder(), DATABASE_URL: databaseUrl(connection) }
  const dress = await createProduct(db)
  for (const name of ['ada', 'bea', 'cleo']) await createOrder(db, [dress], { contact_email: `${name}@example.com` })
})
beforeEach(async () => {
  await db.deleteFrom('mail').execute()
  const orders = await db.selectFrom('order').select('id').execute()
  const lost = { kind: 'order-refunded' as const, created_at: new Date(0), next_try_at: null, failed_at: new Date() }
  await db
    .insertInto('mail')
    .values(orders.map(order => ({ ...lost, id: randomIds.uuid(), order_id: order.id, failure: 'no route to host' })))
    .execute()
})
afterAll(async () => {
  await close()
  await rm(env.DATA_DIR ?? '', { recursive: true })
})
const resend = (...options: string[]) => runCommand(['mail:resend', ...options], env)
const waiting = async () =>
  (await db.selectFrom('mail').select('id').where('due_at', 'is not', null).where('failed_at', 'is', null).execute())
    .length

test('all undeliverable e-mails are sent again, and none twice', async () => {
  expect(await resend()).toMatchObject({ code: 0, out: '3 e-mails are sent again.\n' })
  expect(await waiting()).toBe(3)
  expect(await resend()).toMatchObject({ code: 0, out: 'There is no undeliverable e-mail.\n' })
})

test('only those to one recipient, or one by its id', async () => {
  const { code, out } = await resend('BEA@example.com', '--json')
  expect({ code, ...JSON.parse(out) }).toEqual({ code: 0, queued: 1 })
  const [lost] = await db.selectFrom('mail').select('id').where('failed_at', 'is not', null).execute()
  expect(await resend(lost?.id ?? '')).toMatchObject({ code: 0, out: '1 e-mail is sent again.\n' })
  expect(await waiting()).toBe(2)
})

test('an address with no such e-mails is reported, with exit code 1', async () => {
  expect(await resend('dora@example.com')).toMatchObject({
    code: 1,
    err: 'There is no undeliverable e-mail for dora@example.com.\n',
  })
  expect((await resend('--help')).out).toContain('send e-mails again')
})
