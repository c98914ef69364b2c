import { beforeEach, expect, test } from 'vitest'
import { type CollectionSetting, noRule } from '#domain/settings/collections.ts'
import { defaultCatalogue } from '#domain/settings/default-catalogue.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../../tests/support/builders.ts'
import { statementsDuring } from '../../../../tests/support/count-statements.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

const { app, db } = await testApp({ subscribes: true })
const asOwner = await signIn(db, await createUser(db, { role: 'admin' }))
const asAda = await signIn(db, await createUser(db))
const day = (n: number) => new Date(Date.UTC(2026, 0, n))

beforeEach(async () => {
  await db.deleteFrom('shop_setting_change').execute()
  await db.deleteFrom('shop_setting').execute()
  await db
    .updateTable('product')
    .set({ deleted_at: day(1) })
    .execute()
})

const evening: CollectionSetting = {
  ...{ id: 'e', name: 'Evening', address: 'evening', words: 'After eight.', picture: null, isInMenu: true },
  ...{ kind: 'rule', rule: { ...noRule, category: 'dress', minPrice: 50 }, products: [], order: 'price-desc' },
}
let version = 0
async function save(items: unknown[], headers: Record<string, string> = asOwner) {
  const row = await db
    .selectFrom('shop_setting')
    .select('version')
    .where('section', '=', 'collections')
    .executeTakeFirst()
  version = row?.version ?? 0
  const payload = { value: { items }, version }
  const answer = await app.inject({ method: 'PUT', url: '/api/settings/sections/collections', headers, payload })
  return { status: answer.statusCode, message: answer.json().message }
}
const get = async (url: string) => (await app.inject(`/api/${url}`)).json().data
const names = async (query: string) =>
  (await get(`products?${query}`)).products.map(({ name }: { name: string }) => name)

/** Four dresses, at 40, 60, 80 and 100 dollars, the newest first. */
const dresses = () =>
  Promise.all(
    [40, 60, 80, 100].map((price, index) =>
      createProduct(db, {
        ...{ name: `Dress ${price}`, category: 'dress', color: index % 2 ? 'red' : 'blue', price_cents: price * 100 },
        ...{ old_price_cents: price === 60 ? 9_000 : null, created_at: day(10 - index) },
      }),
    ),
  )

test('a rule lists what has all its conditions, in the collection’s order, with exact totals and counts', async () => {
  await dresses()
  await createProduct(db, { name: 'Ring', category: 'jewellery', price_cents: 9_000 })
  await save([evening])
  expect(await names('collection=evening')).toEqual(['Dress 100', 'Dress 80', 'Dress 60'])
  expect(await names('collection=evening&sort=price-asc&limit=2')).toEqual(['Dress 60', 'Dress 80'])
  expect(await get('products?collection=evening&page=9')).toMatchObject({ products: [], totalProducts: 3 })
  expect(await names('collection=evening&color=red&maxPrice=90')).toEqual(['Dress 60'])
  expect(await names('collection=evening&category=jewellery')).toEqual([])
  const counts = await get('products/counts?collection=evening&maxPrice=90')
  expect(counts).toMatchObject({ category: { dress: 2 }, color: { red: 1, blue: 1 }, price: { 1: 3, 2: 1 }, sale: 1 })
  expect(counts.category.jewellery).toBeUndefined()
})

test('a rule of the newest and of what is reduced', async () => {
  await dresses()
  await save([
    { ...evening, rule: { ...noRule, newest: 2 }, order: 'price-asc' },
    { ...evening, id: 's', name: 'Sale', address: 'reduced', rule: { ...noRule, isSale: true } },
  ])
  expect(await names('collection=evening')).toEqual(['Dress 40', 'Dress 60'])
  expect(await names('collection=evening&sort=price-desc&limit=1&page=2')).toEqual(['Dress 40'])
  expect(await names('collection=evening&color=red')).toEqual(['Dress 60'])
  expect(await names('collection=reduced')).toEqual(['Dress 60'])
  expect(await get('products/counts?collection=evening')).toMatchObject({ category: { dress: 2 }, inStock: 2, sale: 1 })
})

test('pieces chosen by hand stand in their order; sold-out ones last, deleted ones not at all', async () => {
  const [a, b, c, d] = await dresses()
  await save([{ ...evening, kind: 'hand', order: 'own', products: [c?.id, a?.id, d?.id, b?.id, c?.id] }])
  expect(await names('collection=evening')).toEqual(['Dress 80', 'Dress 40', 'Dress 100', 'Dress 60'])
  await db
    .updateTable('product')
    .set({ deleted_at: day(2) })
    .where('id', '=', d?.id ?? '')
    .execute()
  await db
    .updateTable('product')
    .set({ sold_out: true })
    .where('id', '=', c?.id ?? '')
    .execute()
  await expect.poll(() => names('collection=evening')).toEqual(['Dress 40', 'Dress 60', 'Dress 80'])
  expect(await names('collection=evening&sort=price-desc')).toEqual(['Dress 60', 'Dress 40', 'Dress 80'])
  expect((await get('products/counts?collection=evening')).category).toEqual({ dress: 3 })
})

test('the members of a collection are looked up once until something changes', async () => {
  const [a, b, c] = await dresses()
  await save([{ ...evening, kind: 'hand', order: 'own', products: [c?.id, a?.id, b?.id] }])
  expect((await names('collection=evening&sort=rating'))[0]).toBe('Dress 40') // cached until the change is heard of
  await db
    .updateTable('product')
    .set({ rating: 4.5 })
    .where('id', '=', c?.id ?? '')
    .execute()
  await expect.poll(async () => (await names('collection=evening&sort=rating'))[0]).toBe('Dress 80')
  const sorted = {
    'price-asc': ['Dress 40', 'Dress 60', 'Dress 80'],
    'price-desc': ['Dress 80', 'Dress 60', 'Dress 40'],
  }
  for (const [sort, order] of Object.entries(sorted)) {
    let shown: string[] = []
    const statements = await statementsDuring(async () => {
      shown = await names(`collection=evening&sort=${sort}`)
    })
    expect([shown, statements.filter(text => text.includes('from product'))]).toEqual([order, []])
  }
  expect(await names('collection=evening&sort=rating&limit=2&page=2')).toEqual(['Dress 60'])
})

test('a collection has words for its page; the menu names those that it should', async () => {
  await save([evening, { ...evening, id: 'q', name: 'Quiet', address: 'quiet', isInMenu: false }])
  expect((await get('settings')).collections).toEqual([{ name: 'Evening', address: 'evening' }])
  expect(await get('settings/collections/Quiet')).toMatchObject({ name: 'Quiet', words: 'After eight.', picture: null })
  for (const url of ['settings/collections/nowhere', 'settings/collections/%F0%9F%91%97'])
    expect((await app.inject(`/api/${url}`)).statusCode).toBe(404)
  expect(await get('products?collection=nowhere')).toMatchObject({ products: [], totalProducts: 0 })
  expect((await get('products/counts?collection=nowhere')).inStock).toBe(0)
})

test('a rule follows its category to another address, which cannot be removed', async () => {
  await dresses()
  await save([evening])
  const send = (categories: object[]) =>
    app.inject({
      ...{ method: 'PUT', url: '/api/settings/sections/catalogue', headers: asOwner },
      payload: { value: { ...defaultCatalogue, categories }, version: 0, targets: { dress: 'cosmetics' } },
    })
  const { categories } = defaultCatalogue
  const refused = await send(categories.filter(({ id }) => id !== 'dress'))
  expect(refused.json().message).toBe(
    'The collection Evening is made of a category that is not there: change its rule first.',
  )
  await send(categories.map(each => (each.id === 'dress' ? { ...each, address: 'gowns' } : each)))
  expect(await names('collection=evening&category=gowns')).toHaveLength(3)
})

const rule = (change: object) => ({ ...evening, rule: { ...noRule, ...change } })
test.each([
  ['a rule that names itself', rule({ collection: 'e' }), 'it would match itself'],
  ['a rule without a condition', rule({}), 'at least one condition'],
  ['a category that is not there', rule({ category: 'coats' }), 'made of a category that is not there'],
  ['a color that is not there', rule({ color: 'plum' }), 'made of a color that is not there'],
  ['a highest price below the lowest', rule({ minPrice: 90, maxPrice: 20 }), 'must not be below the lowest'],
  ['a price that is none', rule({ minPrice: 'cheap' }), 'A price must be a number'],
  ['half a piece', rule({ newest: 2.5 }), 'must be whole'],
  ['an order by hand of a rule', { ...evening, order: 'own' }, 'Only a collection made by hand'],
  ['a product that is no id', { ...evening, kind: 'hand', products: ['silk'] }, 'named by its id'],
  ['an address with spaces', { ...evening, address: 'a b' }, 'letters from a to z'],
  ['no kind', { ...evening, kind: 'any' }, 'by a rule or by hand'],
])('%s is refused with one sentence', async (_, item, sentence) => {
  const { status, message } = await save([item])
  expect([status, message]).toEqual([expect.toBeOneOf([400, 409]), expect.stringContaining(sentence)])
})

test('a taken address, and who is no admin, are refused', async () => {
  expect((await save([evening, { ...evening, id: 'x', name: 'Other' }])).message).toContain('have the address evening')
  expect((await save([evening], asAda)).status).toBe(403)
  expect((await save([evening], {})).status).toBe(401)
})
