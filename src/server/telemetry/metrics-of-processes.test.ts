import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseUrl } from '../../../tests/support/command.ts'
import { type TestDatabase, temporaryFolder, testDatabase } from '../../../tests/support/database.ts'
import { type Shop, startShop } from '../../../tests/support/shop.ts'

let database: TestDatabase
let folder: string
let shop: Shop
beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
  shop = await startShop({ DATABASE_URL: databaseUrl(database.connection), DATA_DIR: folder, WEB_CONCURRENCY: '2' })
})
afterAll(async () => {
  shop.kill('SIGTERM')
  await shop.ended
  await database.close()
  await rm(folder, { recursive: true })
})

/** Sends each request on a new connection; the workers take connections in turn. */
const call = (path: string) => fetch(shop.url + path, { headers: { connection: 'close' } })
const counter = /^vitrine_http_requests_total\{method="GET",route="\/api\/orders\/order\/:id",status="4xx"\} (\d+)$/m

test('a scrape of any worker has the sum of all workers', async () => {
  for (let n = 1; n <= 6; n++) expect((await call(`/api/orders/order/${n}`)).status).toBe(404)
  // At its first scrape, a worker has yet to load the metrics module.
  await expect.poll(async () => await (await call('/metrics')).text()).toMatch(/^vitrine_processes 2$/m)
  for (let n = 0; n < 4; n++) {
    const body = await (await call('/metrics')).text()
    expect(counter.exec(body)?.[1]).toBe('6')
    expect(body).toMatch(/^vitrine_processes 2$/m)
    expect(body.match(/^vitrine_database_up 1$/gm)).toHaveLength(1)
  }
  const several = await Promise.all(Array.from({ length: 8 }, async () => (await call('/metrics')).text()))
  expect(several.map(body => counter.exec(body)?.[1])).toEqual(Array(8).fill('6'))
})
