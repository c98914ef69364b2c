import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { searchedShop } from './shop.fixture.ts'

const shop = searchedShop()

test('a visitor can neither fill the list of empty searches nor search without limit', async () => {
  const { app, db } = await testApp()
  for (let n = 0; n < 300; n += 10) {
    const asked = Array.from({ length: 10 }, (_, at) => app.inject(`/api/search?q=nothing${n + at}x`))
    for (const { statusCode } of await Promise.all(asked)) expect(statusCode).toBe(200)
  }
  const more = await app.inject('/api/search?q=dress')
  expect(more.statusCode).toBe(429)
  expect(more.headers['retry-after']).toBeDefined()
  expect(await db.selectFrom('empty_search').select('term').execute()).toHaveLength(30)
})

test('any number of concurrent searches leaves database connections for everything else', async () => {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lock = shop.db.transaction().execute(async tx => {
    await sql`lock table search_word`.execute(tx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const asked = Array.from({ length: 30 }, (_, n) =>
    shop.app.inject(n % 2 ? '/api/search?q=dress' : '/api/search/counts?q=dress'),
  )
  const refused: (string | number | string[] | undefined)[] = []
  for (const each of asked) each.then(({ headers }) => refused.push(headers['retry-after']))
  await expect.poll(() => refused).toHaveLength(11)
  expect(refused.every(Number)).toBe(true)
  expect(await shop.db.selectFrom('product').selectAll().execute()).toEqual([])
  released.resolve()
  await lock
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
  expect(statuses.filter(status => status === 200)).toHaveLength(19)
  expect(statuses.filter(status => status === 503)).toHaveLength(11)
})

test('a search that takes too long is aborted', async () => {
  const { app, db } = await testApp({ limits: noLimits })
  await createProduct(db)
  await sql`create or replace function nearest_words(typed text) returns setof search_word language sql volatile as $$
    select search_word.* from search_word, pg_sleep(2)
  $$`.execute(db)
  expect((await app.inject('/api/search?q=dress')).statusCode).toBe(200)
  const slow = await app.inject('/api/search?q=unheard')
  expect(slow.statusCode).toBe(503)
  expect(slow.headers['retry-after']).toBeDefined()
})
