import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Catalogue } from '#domain/settings/catalogue.ts'
import { defaultCatalogue } from '#domain/settings/default-catalogue.ts'
import type { ShopFrame } from '#domain/settings/shown.ts'
import { buildApp } from '#server/app.ts'
import { builtPages } from '#server/pages/built.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'

const { app, db, shop } = await testApp({ subscribes: true, limits: noLimits, pages: builtPages })
const other = await buildApp(shop)
afterAll(() => other.close())
const asOwner = await signIn(db, await createUser(db, { role: 'admin' }))

beforeEach(async () => {
  for (const table of ['moved_product', 'shop_setting_change', 'shop_setting', 'product_import'] as const)
    await db.deleteFrom(table).execute()
  await db.updateTable('product').set({ deleted_at: new Date(), category: 'dress', color: 'red' }).execute()
})

const trousers = { id: 't', name: 'Trousers', address: 'trousers', words: 'Wide ones.', picture: null, former: [] }
const plum = { id: 'p', name: 'plum', swatch: '#6b2d5c' }
const { categories, colors } = defaultCatalogue
const withOwn: Catalogue = { categories: [...categories, trousers], colors: [...colors, plum] }

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object | string,
  type = 'application/json',
) {
  const headers = { ...asOwner, ...(payload !== undefined && { 'content-type': type }) }
  const answer = await app.inject({ method, url: `/api/${url}`, headers, ...(payload !== undefined && { payload }) })
  return { status: answer.statusCode, ...answer.json() }
}
const save = (value: object, version = 0, targets?: Record<string, string>) =>
  send('PUT', 'settings/sections/catalogue', { value, version, ...(targets && { targets }) })
const fields = { name: 'Wide trousers', description: 'Fall well.', price: 90, category: 'trousers', color: 'plum' }
const listed = async (query: string) => (await send('GET', `products?${query}`)).data.totalProducts
const lastAudit = async () => (await send('GET', 'audit')).data[0]
const undo = async () => await send('POST', `admin/undo/${(await lastAudit())._id}`, {})

test('a category and a color of the owner’s are in forms, lists, counts, search, pages and the sitemap', async () => {
  expect((await send('POST', 'products/create-product', fields)).message).toContain('must be one of accessories, dress')
  expect((await save(withOwn)).status).toBe(200)
  const created = await send('POST', 'products/create-product', { ...fields, category: ' TROUSERS ' })
  expect(created).toMatchObject({ status: 201, data: { category: 'trousers', color: 'plum' } })
  for (const query of ['category=trousers', 'color=plum', 'category=trousers&color=plum&sort=price-asc'])
    expect([query, await listed(query)]).toEqual([query, 1])
  expect((await send('GET', 'products/counts')).data).toMatchObject({ category: { trousers: 1 }, color: { plum: 1 } })
  for (const q of ['trousers', 'plum trousers']) expect((await send('GET', `search?q=${q}`)).data.totalProducts).toBe(1)
  const page = await app.inject('/categories/Trousers')
  expect([page.statusCode, page.body.includes('Wide ones.'), page.body.includes('Wide trousers')]).toEqual([
    200,
    true,
    true,
  ])
  expect((await app.inject('/sitemaps/pages.xml')).body).toContain('/categories/trousers</loc>')
  expect((await app.inject('/categories/coats')).statusCode).toBe(404)
})

test('what is counted while a change of the settings is being read is counted by the new ones, and cached so', async () => {
  const bands = async (url: string) => Object.keys((await app.inject(url)).json().data.price)
  await createProduct(db, { name: 'Silk slip', price_cents: 25_000 })
  const urls = ['/api/products/counts', '/api/search/counts?q=silk']
  expect(await Promise.all(urls.map(bands))).toEqual([['3'], ['3']]) // 200 and more
  const counted = await db.transaction().execute(async tx => {
    await sql`lock table discount_code in access exclusive mode`.execute(tx) // the settings of a page are read after it
    const value = JSON.stringify({ code: 'USD', priceBands: [1_000] })
    await db.insertInto('shop_setting').values({ section: 'currency', value, version: 1 }).execute()
    await sleep(100) // the change is heard of
    const asked = urls.map(bands)
    await sleep(100)
    return asked
  })
  expect(await Promise.all(counted)).toEqual([['0'], ['0']])
  expect(await Promise.all(urls.map(bands))).toEqual([['0'], ['0']])
})

test('a new address takes the goods along, and the old one leads to it, in every process', async () => {
  await save(withOwn)
  const { data: remaining } = await send('POST', 'products/create-product', fields)
  const { data: deleted } = await send('POST', 'products/create-product', fields)
  await send('DELETE', `products/${deleted._id}`)
  const savedLists = async () => (await send('GET', 'settings/sections')).data.lists
  const lists = { ofProducts: [{ name: 'Drafts', filters: 'visibility=draft&category=trousers' }] }
  expect((await send('PUT', 'settings/sections/lists', { value: lists, version: 0 })).status).toBe(200)
  const pants = { ...trousers, name: 'Pants', address: 'pants' }
  const renamed = await save({ ...withOwn, categories: [...categories, pants] }, 1)
  expect(renamed.data.value.categories.at(-1)).toMatchObject({ address: 'pants', former: ['trousers'] })
  expect(await listed('category=pants')).toBe(1)
  expect(await listed('category=trousers')).toBe(0)
  const rows = await db
    .selectFrom('product')
    .select('category')
    .where('id', 'in', [remaining._id, deleted._id])
    .execute()
  expect(rows.map(({ category }) => category)).toEqual(['pants', 'pants'])
  for (const at of [app, other])
    await expect
      .poll(async () => {
        const { statusCode, headers } = await at.inject('/categories/trousers?sort=price-asc')
        return [statusCode, headers.location]
      })
      .toEqual([301, '/categories/pants?sort=price-asc'])
  const { statusCode, headers } = await app.inject('/shop?category=trousers&sort=name')
  expect([statusCode, headers.location]).toEqual([301, '/shop?category=pants&sort=name'])
  expect((await savedLists()).value.ofProducts[0].filters).toBe('visibility=draft&category=pants')
  expect((await undo()).status).toBe(200)
  expect(await savedLists()).toMatchObject({ value: lists, version: 3 })
  expect(await listed('category=trousers')).toBe(1)
})

test('two categories exchange their addresses', async () => {
  await createProduct(db, { category: 'dress' })
  await createProduct(db, { category: 'cosmetics' })
  await createProduct(db, { category: 'cosmetics' })
  const exchange: Record<string, string> = { dress: 'cosmetics', cosmetics: 'dress' }
  const exchanged = categories.map(each => ({ ...each, address: exchange[each.address] ?? each.address }))
  expect((await save({ categories: exchanged, colors })).status).toBe(200)
  expect([await listed('category=dress'), await listed('category=cosmetics')]).toEqual([2, 1])
})

test('one in use is only removed with a place for its goods, which an undo moves back', async () => {
  const { id } = await createProduct(db, { category: 'dress', color: 'red' })
  const without = { categories: categories.filter(each => each.id !== 'dress'), colors }
  expect(await save(without)).toMatchObject({
    status: 409,
    message: 'One piece is in Dress: choose where it goes.',
    field: 'targets.dress',
  })
  expect(await save(without, 0, { dress: 'nowhere' })).toMatchObject({ status: 400, field: 'targets.dress' })
  expect((await save(without, 0, { dress: 'jewellery' })).status).toBe(200)
  expect(await listed('category=jewellery')).toBe(1)
  await db.updateTable('product').set({ category: 'cosmetics' }).where('id', '=', id).execute()
  expect((await undo()).status).toBe(200)
  expect(await listed('category=cosmetics')).toBe(1) // it was moved by hand since
  expect((await save({ categories, colors: colors.slice(1) }, 2)).status).toBe(200) // nothing is black
  expect(await save({ categories, colors: colors.slice(2) }, 3)).toMatchObject({ status: 409 })
})

test('what was added is not undone while goods have it', async () => {
  await save(withOwn)
  const audit = await lastAudit()
  const { data } = await send('POST', 'products/create-product', fields)
  expect(await send('POST', `admin/undo/${audit._id}`, {})).toMatchObject({
    status: 409,
    message: 'There are pieces of the category trousers by now: move them first.',
  })
  await send('DELETE', `products/${data._id}`)
  const deletion = await lastAudit()
  expect((await send('POST', `admin/undo/${audit._id}`, {})).status).toBe(200)
  expect(await send('POST', `admin/undo/${deletion._id}`, {})).toMatchObject({
    status: 409,
    message: 'The category trousers of Wide trousers is not there any more: add it again first.',
  })
})

test('a style does not get a color twice', async () => {
  const { data: red } = await send('POST', 'products/create-product', { ...fields, category: 'dress', color: 'red' })
  await send('POST', 'products/create-product', { ...fields, category: 'dress', color: 'blue', styleOf: red._id })
  const without = { categories, colors: colors.filter(({ id }) => id !== 'blue') }
  expect(await save(without, 0, { blue: 'red' })).toMatchObject({
    status: 409,
    message: 'The style of Wide trousers would have red twice: give one a shade first.',
  })
})

test('a file names categories by address or name; one removed before it is applied changes nothing', async () => {
  await save({ ...withOwn, categories: [...categories, { ...trousers, name: 'Trousers & shorts' }] })
  const row = (category: string) =>
    `name,category,color,description,price,old_price,image\nLinen,${category},plum,x,20,,\n`
  const read = await send('POST', 'products/imports', row('Trousers & Shorts'), 'text/csv')
  expect(read.data).toMatchObject({ added: 1, faults: 0 })
  await save({ categories, colors: withOwn.colors }, 1)
  expect(await send('POST', `products/imports/${read.data._id}/apply`)).toMatchObject({
    status: 409,
    message: 'The category trousers of Linen is not there any more: add it again first.',
  })
  expect((await send('POST', 'products/imports', row('coats'), 'text/csv')).data.faults).toBe(1)
})

test('while a product is saved, its category stays', async () => {
  await save(withOwn)
  const without = { ...withOwn, categories }
  const answers = await Promise.all([
    send('POST', 'products/create-product', fields),
    save(without, 1),
    send('POST', 'products/create-product', fields),
  ])
  const { categories: now } = (await send('GET', 'settings')).data as ShopFrame
  const isThere = now.some(({ address }) => address === 'trousers')
  const created = answers.filter(({ status }) => status === 201).length
  expect(await listed('category=trousers')).toBe(created)
  expect(created === 0 || isThere).toBe(true)
})
