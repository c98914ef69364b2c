import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStock } from '../stock/stock.fixture.ts'
import { lockSection, writeSection } from './section-queries.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await shop.app.inject({ ...{ method, url: `/api/${url}`, payload, headers: shop.headers } })
  return { status: answer.statusCode, data: answer.json().data }
}

const times = { startsAt: null, endsAt: null, maxUses: null, isOnce: false, isActive: true }
const ten = { kind: 'percent', value: 1_000, minCents: 0, ...times }

test('a removed category that is taken back has its discount codes again', async () => {
  await send('POST', 'discount-codes', { fields: { ...ten, code: 'DRESS20', value: 2_000, category: 'dress' } })
  const goods = { description: 'x', color: 'red', price: 100 }
  const make = async (category: string) =>
    (await send('POST', 'products/create-product', { name: category, category, ...goods })).data._id
  const [dress, hat] = [await make('dress'), await make('accessories')]
  const total = async (_id: string) =>
    (await send('POST', 'orders/quote', { products: [{ _id, quantity: 1 }], code: 'DRESS20' })).data.total
  expect([await total(dress), await total(hat)]).toEqual([80, 100])

  const { value, version } = (await send('GET', 'settings/sections')).data.catalogue
  const idOf = (address: string) => value.categories.find((each: { address: string }) => each.address === address).id
  const categories = value.categories.filter(({ id }: { id: string }) => id !== idOf('dress'))
  const change = { value: { ...value, categories }, version, targets: { [idOf('dress')]: idOf('accessories') } }
  expect((await send('PUT', 'settings/sections/catalogue', change)).status).toBe(200)
  const [entry] = (await send('GET', 'audit')).data
  expect((await send('POST', `admin/undo/${entry._id}`)).status).toBe(200)

  expect([await total(dress), await total(hat)]).toEqual([80, 100])
})

test('a removed category that is taken back has its saved lists again, and the other one keeps its own', async () => {
  const sections = (await send('GET', 'settings/sections')).data
  const listed = (name: string, category: string) => ({ name, filters: `category=${category}&sort=name` })
  const ofProducts = [listed('Gowns', 'dress'), listed('Bags', 'accessories'), listed('Later', 'dress')]
  const saved = await send('PUT', 'settings/sections/lists', { value: { ofProducts }, version: sections.lists.version })
  expect(saved.status).toBe(200)
  const { value, version } = sections.catalogue
  const idOf = (address: string) => value.categories.find((each: { address: string }) => each.address === address).id
  const categories = value.categories.filter(({ id }: { id: string }) => id !== idOf('dress'))
  const change = { value: { ...value, categories }, version, targets: { [idOf('dress')]: idOf('accessories') } }
  expect((await send('PUT', 'settings/sections/catalogue', change)).status).toBe(200)
  const [entry] = (await send('GET', 'audit')).data
  const merged = (await send('GET', 'settings/sections')).data.lists
  expect(merged.value.ofProducts.map(({ filters }: { filters: string }) => filters)).toEqual(
    Array(3).fill('category=accessories&sort=name'),
  )
  const renamed = merged.value.ofProducts.map((list: { name: string }) =>
    list.name === 'Later' ? listed('Later', 'cosmetics') : list,
  )
  await send('PUT', 'settings/sections/lists', { value: { ofProducts: renamed }, version: merged.version })
  expect((await send('POST', `admin/undo/${entry._id}`)).status).toBe(200)
  const back = (await send('GET', 'settings/sections')).data
  expect(back.lists.value.ofProducts).toEqual([
    listed('Gowns', 'dress'),
    listed('Bags', 'accessories'),
    listed('Later', 'cosmetics'), // it was changed since
  ])
  expect(back.catalogue.value).toEqual(value)
})

test('a merge that changes whether pieces can be sent back says so', async () => {
  const { catalogue, returns } = (await send('GET', 'settings/sections')).data
  const idOf = (address: string) =>
    catalogue.value.categories.find((each: { address: string }) => each.address === address).id
  const exempt = [idOf('cosmetics')]
  const stored = await send('PUT', 'settings/sections/returns', {
    value: { ...returns.value, exempt },
    version: returns.version,
  })
  expect(stored.status).toBe(200)
  const merge = async (from: string, to: string) => {
    const { value, version } = (await send('GET', 'settings/sections')).data.catalogue
    const categories = value.categories.filter(({ id }: { id: string }) => id !== idOf(from))
    const change = { value: { ...value, categories }, version, targets: { [idOf(from)]: idOf(to) } }
    const { warnings } = (await send('PUT', 'settings/sections/catalogue', change)).data
    const [entry] = (await send('GET', 'audit')).data
    await send('POST', `admin/undo/${entry._id}`)
    return warnings
      .map(({ message }: { message: string }) => message)
      .filter((text: string) => text.includes('sent back'))
  }
  const where = 'Settings, Returns says which categories cannot.'
  expect(await merge('cosmetics', 'accessories')).toEqual([
    `The pieces of Cosmetics can be sent back now, like all of Accessories: ${where}`,
  ])
  expect(await merge('jewellery', 'cosmetics')).toEqual([
    `The pieces of Jewellery cannot be sent back any more, like all of Cosmetics: ${where}`,
  ])
  expect(await merge('jewellery', 'accessories')).toEqual([])
})

test('a discount code that is made while its category is removed is refused', async () => {
  const { value, version } = (await send('GET', 'settings/sections')).data.catalogue
  const caps = { id: 'h2', name: 'Caps', address: 'caps', words: '', picture: null, former: [] }
  await send('PUT', 'settings/sections/catalogue', {
    value: { ...value, categories: [...value.categories, caps] },
    version,
  })
  const isWaiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let made: ReturnType<typeof send> | undefined
  await shop.db.transaction().execute(async tx => {
    await lockSection(tx, 'catalogue')
    made = send('POST', 'discount-codes', { fields: { ...ten, code: 'CAP10', category: 'caps' } })
    await expect.poll(async () => (await isWaiting.execute(shop.db)).rows.length).toBe(1)
    await writeSection(tx, { name: 'catalogue', value, version: version + 2, at: new Date() })
  })
  expect((await made)?.status).toBe(400)
})

test('a category that is removed without pieces is saved with the codes that nobody can use any more', async () => {
  const { value, version } = (await send('GET', 'settings/sections')).data.catalogue
  const hats = { id: 'h1', name: 'Hats', address: 'hats', words: '', picture: null, former: [] }
  const save = async (categories: object[], version: number) =>
    (await send('PUT', 'settings/sections/catalogue', { value: { ...value, categories }, version })).data.warnings
  expect(await save([...value.categories, hats], version)).toEqual([])
  await send('POST', 'discount-codes', { fields: { ...ten, code: 'HAT10', category: 'hats' } })
  await send('POST', 'discount-codes', { fields: { ...ten, code: 'HAT20', category: 'hats', isActive: false } })
  expect(await save(value.categories, version + 1)).toMatchObject([
    { message: 'Nobody can use the discount code HAT10 any more: its category is gone.' },
  ])
})

test('two categories that exchange their addresses have their codes back, and one made since goes along', async () => {
  const codes = { OFDRESSES: 'dress', OFHATS: 'accessories' }
  for (const [code, category] of Object.entries(codes))
    await send('POST', 'discount-codes', { fields: { ...ten, code, category } })
  const { value, version } = (await send('GET', 'settings/sections')).data.catalogue
  const other: Record<string, string> = { dress: 'accessories', accessories: 'dress' }
  const categories = value.categories.map((each: { address: string }) => ({
    ...each,
    address: other[each.address] ?? each.address,
  }))
  expect((await send('PUT', 'settings/sections/catalogue', { value: { ...value, categories }, version })).status).toBe(
    200,
  )
  const [entry] = (await send('GET', 'audit')).data
  await send('POST', 'discount-codes', { fields: { ...ten, code: 'NEW', category: 'dress' } })
  expect((await send('POST', `admin/undo/${entry._id}`)).status).toBe(200)
  const stored = await shop.db
    .selectFrom('discount_code')
    .select(['code', 'category'])
    .where('code', 'in', ['OFDRESSES', 'OFHATS', 'NEW'])
    .execute()
  expect(Object.fromEntries(stored.map(({ code, category }) => [code, category]))).toEqual({
    ...codes,
    NEW: 'accessories',
  })
})
