import { afterAll, expect, test } from 'vitest'
import { createOrder, createProduct } from '../../../tests/support/builders.ts'
import { openDatabase } from '../db/connection.ts'
import { randomIds } from '../lib/clock.ts'
import { openSmtpServer, readable } from '../mail/transports/smtp.fixture.ts'
import { dataFolder } from '../start/start.fixture.ts'

const folder = await dataFolder()
const server = await openSmtpServer()
afterAll(async () => {
  await folder.remove()
  await server.close()
})
const open = () => folder.open({ SMTP_URL: server.url, LOG_LEVEL: 'debug' })

test('a receipt arrives within 5 seconds, once, also when the shop is killed right after the answer; no log has its key', async () => {
  const first = await open()
  const database = await folder.runningDatabase()
  const db = openDatabase({ host: database.socketFolder, port: 5432, user: 'vitrine', database: 'vitrine' })
  const unsent = () => db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute()
  const emailsTo = (name: string) => server.emails.filter(({ to }) => to.includes(`${name}@shop.test`))
  const { number } = await createOrder(db, [await createProduct(db)], { email: 'ada@shop.test' })
  const withdraw = async (shop: typeof first, email: string) => {
    const body = { id: randomIds.uuid(), name: 'Ada', contract: `#${number}`, email, pieces: null }
    const headers = { 'content-type': 'application/json' }
    const url = `${shop.url}/api/withdrawals`
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  try {
    const askedAt = performance.now()
    expect(await withdraw(first, 'ada@shop.test')).toBe(200)
    await expect.poll(() => emailsTo('ada'), { timeout: 5_000, interval: 20 }).toHaveLength(1)
    const ms = Math.round(performance.now() - askedAt)
    expect(ms, 'milliseconds until the receipt arrived').toBeLessThan(5_000)
    const key = /objection#([\w-]{43})/.exec(readable(emailsTo('ada')[0]?.raw ?? ''))?.[1] ?? expect.fail('no key')
    const objection = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ key }) }
    expect((await fetch(`${first.url}/api/withdrawals/objection`, objection)).status).toBe(200)

    server.state.behaviour = 'hangs'
    expect(await withdraw(first, 'eve@shop.test')).toBe(200)
    first.kill('SIGKILL')
    await first.ended
    expect(await unsent()).toHaveLength(2)
    expect(emailsTo('eve')).toEqual([])

    server.state.behaviour = 'accepts'
    await db.updateTable('mail').set({ due_at: new Date() }).where('sent_at', 'is', null).execute() // it may have been tried
    const second = await open()
    await expect.poll(unsent, { timeout: 20_000 }).toEqual([])
    expect(emailsTo('eve')).toHaveLength(1)
    expect(emailsTo('ada')).toHaveLength(2) // the second is the notice
    expect(first.output()).toContain('/api/withdrawals/objection')
    expect(first.output() + second.output()).not.toContain(key)
  } finally {
    await db.destroy()
  }
})
