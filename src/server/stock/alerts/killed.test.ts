import { afterAll, expect, test } from 'vitest'
import { createProduct } from '../../../../tests/support/builders.ts'
import { openDatabase } from '../../db/connection.ts'
import { randomIds } from '../../lib/clock.ts'
import { openSmtpServer } from '../../mail/transports/smtp.fixture.ts'
import { dataFolder } from '../../start/start.fixture.ts'

const folder = await dataFolder()
const server = await openSmtpServer()
afterAll(async () => {
  await folder.remove()
  await server.close()
})
const open = () => folder.open({ SMTP_URL: server.url, LOG_LEVEL: 'warn' })

test('of 500 who wait for 3 pieces the first 3 get one e-mail each, also when the shop is killed before they are sent', async () => {
  const first = await open()
  const db = openDatabase({
    host: (await folder.runningDatabase()).socketFolder,
    port: 5432,
    user: 'vitrine',
    database: 'vitrine',
  })
  try {
    const product = await createProduct(db, { name: 'Colette dress' })
    const { id } = await db
      .selectFrom('variant')
      .select('id')
      .where('product_id', '=', product.id)
      .executeTakeFirstOrThrow()
    await db.insertInto('stock').values({ variant_id: id, product_id: product.id, on_hand: 3 }).execute()
    const confirmed_at = new Date()
    const waiting = Array.from({ length: 500 }, (_, n) => ({
      ...{ id: randomIds.uuid(), variant_id: id, email: `guest-${n}@shop.test` },
      ...{ asked_at: new Date(+confirmed_at - 10_000 + n), confirmed_at },
    }))
    await db.insertInto('stock_alert').values(waiting).execute()
    first.kill('SIGKILL')
    await first.ended

    server.state.behaviour = 'hangs'
    const second = await open()
    await expect.poll(() => server.state.asked).toBe(3)
    second.kill('SIGKILL')
    await second.ended
    expect(server.emails).toEqual([])

    server.state.behaviour = 'accepts'
    await db.updateTable('mail').set({ due_at: new Date() }).execute() // the minute until the next attempt is over
    await open()
    const isDone = () => db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute()
    await expect.poll(isDone, { timeout: 20_000 }).toEqual([])
    expect(server.emails.flatMap(({ to }) => to).toSorted()).toEqual([0, 1, 2].map(n => `guest-${n}@shop.test`))
    const told = await db.selectFrom('stock_alert').select('email').where('told_at', 'is not', null).execute()
    expect(told).toHaveLength(3)
  } finally {
    await db.destroy()
  }
})
