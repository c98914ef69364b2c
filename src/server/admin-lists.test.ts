import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { createOrder, createProduct, createUser } from '../../tests/support/builders.ts'
import { testDatabase } from '../../tests/support/database.ts'
import { signIn } from '../../tests/support/sign-in.ts'
import { recordDeed } from './audit/record.ts'
import { systemClock as clock, randomIds as ids } from './providers/clock.ts'

let queries = 0
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    queries += 1
    return node
  },
  transformResult: async ({ result }) => result,
}

const { db, close } = await testDatabase()
const { app } = await testApp({ db: db.withPlugin(counting) })
let olga: { id: string }
let headers: { cookie: string }
beforeAll(async () => {
  olga = await createUser(db, { role: 'admin', email: 'olga@shop.test' })
  headers = await signIn(db, olga)
  await fill(1)
})
afterAll(close)

async function fill(rows: number) {
  for (let n = 0; n < rows; n++) {
    const dress = await createProduct(db)
    const { id } = await createUser(db)
    const order = await createOrder(db, [dress, await createProduct(db)], { email: 'ada@shop.test', user_id: id })
    await db
      .insertInto('order_event')
      .values({ order_id: order.id, kind: 'status', value: 'pending', actor: 'webhook', at: clock.now() })
      .execute()
    const deed = { actor: olga.id, action: 'change status', record: 'order', recordId: order.id } as const
    await db.transaction().execute(tx => recordDeed(tx, deed, { clock, ids }))
    const letter = { name: 'Ada', email: 'ada@shop.test', subject: 'Hello', message: 'Hello' }
    await db
      .insertInto('contact_message')
      .values({ ...letter, id: ids.uuid(), created_at: clock.now() })
      .execute()
  }
}

const lists = ['auth/users', 'orders/', 'products/', 'audit', 'contact'].flatMap(list =>
  ['', '?limit=100&page=1', '?limit=100&q=s'].map(query => `/api/${list}${query}`),
)
async function ask(url: string) {
  queries = 0
  const answer = await app.inject({ url, headers })
  expect(answer.statusCode, url).toBe(200)
  const { data } = answer.json()
  return { queries, rows: (data.products ?? data).length as number }
}

test('every list of the dashboards takes the same few queries, however long it is', async () => {
  const short = new Map<string, number>()
  for (const url of lists) short.set(url, (await ask(url)).queries)
  await fill(40)
  for (const url of lists) {
    const long = await ask(url)
    expect(long.queries, url).toBe(short.get(url))
    expect(long.queries, url).toBeLessThanOrEqual(5)
    expect(long.rows, url).toBeGreaterThanOrEqual(url.includes('?') || url.includes('products') ? 2 : 40)
  }
})
