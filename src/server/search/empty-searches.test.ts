import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { maxStored, noteEmptySearch } from './empty-searches.ts'
import { searchedShop } from './shop.fixture.ts'

const shop = searchedShop()
const { find } = shop
const empties = async () => await shop.db.selectFrom('empty_search').select(['term', 'times']).orderBy('term').execute()

test('an empty search is stored when it is submitted, not while it is typed, nor when filters left nothing', async () => {
  await createProduct(shop.db, { name: 'Silk dress', color: 'red' })
  await find({ q: 'Sandals ', typing: 'yes' })
  await find({ q: 'dress', color: 'blue' })
  await find({ q: 'dress' })
  expect(await empties()).toEqual([])
  await find({ q: 'Sandals ' })
  await find({ q: 'the sandals!' })
  expect(await empties()).toEqual([
    { term: 'sandals', times: 1 },
    { term: 'the sandals', times: 1 },
  ])
  await find({ q: 'SANDALS' })
  expect(await empties()).toEqual([
    { term: 'sandals', times: 2 },
    { term: 'the sandals', times: 1 },
  ])
})

test('text that may identify a person is not stored', async () => {
  for (const q of [
    'ada@shop.test',
    'ada＠shop',
    '0171 234 5678',
    '1 (23) 4-5',
    'order 12345678',
    '٠١٧١٢٣',
    '１２３４５',
    '!!!',
    ' ',
  ])
    await find({ q })
  await find({ q: 'somebody lives at some old lane' })
  expect(await empties()).toEqual([])
})

test('searches that another site triggers are not stored', async () => {
  const searchFrom = (site: string) =>
    shop.app.inject({ url: '/api/search?q=sandals', headers: { 'sec-fetch-site': site } })
  expect((await searchFrom('cross-site')).statusCode).toBe(200)
  expect(await empties()).toEqual([])
  await searchFrom('same-origin')
  expect(await empties()).toEqual([{ term: 'sandals', times: 1 }])
})

test('searches that nobody repeats for 90 days are deleted', async () => {
  await noteEmptySearch(shop.db, 'sandals', new Date('2026-01-01T00:00Z'))
  await noteEmptySearch(shop.db, 'boots', new Date('2026-01-02T00:00Z'))
  await noteEmptySearch(shop.db, 'boots', new Date('2026-01-03T00:00Z'))
  await noteEmptySearch(shop.db, 'boots', new Date('2026-04-01T00:00Z'))
  expect((await empties()).map(({ term }) => term)).toEqual(['boots', 'sandals'])
  await noteEmptySearch(shop.db, 'boots', new Date('2026-04-01T00:01Z'))
  expect(await empties()).toEqual([{ term: 'boots', times: 4 }])
})

test('the list of empty searches stays short: the rarest and oldest are deleted', async () => {
  await sql`insert into empty_search select 'word ' || n, 2, now(), now() from generate_series(1, ${maxStored - 1}) n`.execute(
    shop.db,
  )
  await noteEmptySearch(shop.db, 'older', new Date(2020, 1))
  await noteEmptySearch(shop.db, 'newer', new Date(2021, 1))
  const saved = (await empties()).filter(({ times }) => times === 1)
  expect(saved).toEqual([{ term: 'newer', times: 1 }])
  expect(await empties()).toHaveLength(maxStored)
})

test('an admin reads the empty searches, the most frequent first', async () => {
  for (const q of ['boots', 'sandals', 'sandals']) await find({ q })
  const { cookie } = await signIn(shop.db, await createUser(shop.db, { role: 'admin' }))
  const read = (query: string) => shop.app.inject({ url: `/api/search/empty${query}`, headers: { cookie } })
  const list = await read('?page=1&limit=1')
  expect(list.headers['x-total-count']).toBe('2')
  expect(list.json().data).toEqual([
    { term: 'sandals', times: 2, firstAt: expect.any(String), lastAt: expect.any(String) },
  ])
  expect((await read('?q=BOO')).json().data).toMatchObject([{ term: 'boots', times: 1 }])
})
