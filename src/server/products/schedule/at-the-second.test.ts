import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { builtPages } from '#server/pages/built.ts'
import { createProduct } from '../../../../tests/support/builders.ts'
import { openScheduledShop } from './schedule.fixture.ts'

const shop = await openScheduledShop({ pages: builtPages })
const { app, other, db, create, update, send, managed, inMs, pass } = shop

const hour = 3_600_000
const both = [app, other]

/** Another product of the category, so that lists and related products are not empty. */
const pearl = await createProduct(db, { name: 'Pearl gown', color: 'blue', price_cents: 9_000 })

const pathsOf = (id: string) => [
  ...['', '?category=dress', '?color=blue', '?sort=price-asc', '?sort=rating', '?q=quartz', `?ids=${id}`].map(
    query => `/api/products${query}`,
  ),
  '/api/search?q=quartz',
  `/api/products/${pearl.id}/related`,
  '/sitemaps/products-1.xml',
  '/shop',
  '/categories/dress',
]

/** Where a product is seen by visitors, in each process. */
async function seen(id: string) {
  const places: string[] = []
  for (const [at, process] of both.entries()) {
    for (const path of pathsOf(id)) if ((await process.inject(path)).body.includes(id)) places.push(`${at} ${path}`)
    const page = await process.inject(`/api/products/${id}`)
    if (page.statusCode === 200) places.push(`${at} page`)
    else expect(page.statusCode).toBe(404)
    const { category } = (await process.inject('/api/products/counts')).json().data
    if (category.dress === 2) places.push(`${at} counts`)
  }
  return places
}

const everywhere = (id: string) =>
  both.flatMap((_, at) => [...pathsOf(id).map(path => `${at} ${path}`), `${at} page`, `${at} counts`])

async function buy(at: typeof app, id: string) {
  const payload = { products: [{ _id: id, quantity: 1 }] }
  const bought = await at.inject({ method: 'POST', url: '/api/orders/create-checkout-session', payload })
  if (bought.statusCode !== 200) return bought.json().message
  const order = await db.selectFrom('order').select('amount_cents').orderBy('number', 'desc').executeTakeFirstOrThrow()
  return order.amount_cents
}

/** A process hears of a change of another one a moment later, and answers a change of its own once it has heard of all. */
async function letBothKnow() {
  const { _id: draft } = await create({ status: 'draft', category: 'jewellery' })
  for (const at of both) await send('PATCH', `products/update-product/${draft}`, { name: 'Both know' }, at)
}

const gone = 'Line 1: this product is no longer sold.'

test('a product comes and goes at the second, in every process and every kept answer', async () => {
  const { _id: id, visibility } = await create({ visibleFrom: inMs(hour), visibleUntil: inMs(2 * hour) })
  expect(visibility).toBe('scheduled')
  await letBothKnow()
  expect(await seen(id)).toEqual([])
  pass(hour - 1)
  expect(await seen(id)).toEqual([])
  expect(await buy(other, id)).toBe(gone)
  pass(1)
  expect(await buy(other, id)).toBe(10_000)
  expect(await seen(id)).toEqual(everywhere(id))
  pass(hour - 1)
  expect(await seen(id)).toEqual(everywhere(id))
  pass(1)
  expect(await seen(id)).toEqual([])
  expect(await buy(app, id)).toBe(gone)
  expect((await managed(id)).visibility).toBe('ended')
  await send('DELETE', `products/${id}`)
})

test('a sale begins and ends at the second, and checkout charges what is shown', async () => {
  const { _id: id } = await create()
  pass(hour)
  await update(id, { salePrice: 80, saleFrom: inMs(hour), saleUntil: inMs(2 * hour) })
  await letBothKnow()
  const prices = () =>
    Promise.all(
      both.flatMap(process => [
        process.inject(`/api/products/${id}`).then(answer => answer.json().data.product),
        process.inject('/api/products?sort=price-asc').then(answer => {
          return answer.json().data.products.find(({ _id }: { _id: string }) => _id === id)
        }),
      ]),
    ).then(products => products.map(({ price, oldPrice }) => [price, oldPrice]))
  const four = (price: number, oldPrice?: number) => [price, price, price, price].map(each => [each, oldPrice])
  expect(await prices()).toEqual(four(100))
  pass(hour - 1)
  expect(await prices()).toEqual(four(100))
  expect(await buy(app, id)).toBe(10_000)
  pass(1)
  expect(await buy(other, id)).toBe(8_000)
  expect(await prices()).toEqual(four(80, 100))
  const cheap = await app.inject('/api/products?maxPrice=80')
  expect(cheap.json().data.totalProducts).toBe(1)
  pass(hour - 1)
  expect(await buy(app, id)).toBe(8_000)
  pass(1)
  expect(await buy(app, id)).toBe(10_000)
  expect(await prices()).toEqual(four(100))
  expect((await managed(id)).salePrice).toBeUndefined()
  await send('DELETE', `products/${id}`)
})

test('many products that come at once are there at once, however many ask', async () => {
  await db
    .insertInto('product')
    .values(
      Array.from({ length: 250 }, (_, n) => ({
        ...{ id: crypto.randomUUID(), name: `Opal ${n}`, category: 'jewellery', color: 'gold', description: 'Round.' },
        ...{ price_cents: 100, old_price_cents: null, image_id: null, author: null },
        ...{ created_at: shop.clock.now(), updated_at: shop.clock.now(), deleted_at: shop.clock.now(), is_draft: true },
        ...{ visible_from: new Date(+shop.clock.now() + hour) },
      })) as never,
    )
    .execute()
  await letBothKnow()
  pass(hour)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (both[n % 2] ?? app).inject('/api/products?category=jewellery')),
  )
  expect(answers.map(answer => answer.json().data.totalProducts)).toEqual(answers.map(() => 250))
}, 30_000)

test('a process that hears of no change charges what a sale or its end makes of the price, and sells nothing that has ended', async () => {
  const { subscribe: _, ...unaware } = shop.shop
  const deaf = await buildApp(unaware)
  onTestFinished(() => deaf.close())
  const { _id: id } = await create()
  await update(id, { salePrice: 80, saleFrom: inMs(hour), saleUntil: inMs(2 * hour), visibleUntil: inMs(3 * hour) })
  const stored = () => db.selectFrom('product').select('price_cents').where('id', '=', id).executeTakeFirstOrThrow()
  for (const [before, charged] of [
    [10_000, 8_000],
    [8_000, 10_000],
  ]) {
    pass(hour)
    expect((await stored()).price_cents).toBe(before)
    expect(await buy(deaf, id)).toBe(charged)
  }
  pass(hour)
  expect(await buy(deaf, id)).toBe(gone)
})

test('a product that is locked holds up no checkout of another one whose sale begins', async () => {
  const [locked, free] = [await create(), await create()].map(({ _id }) => _id)
  for (const id of [locked, free]) await update(id, { salePrice: 80, saleFrom: inMs(hour) })
  const held = Promise.withResolvers<void>()
  const lock = db.transaction().execute(async tx => {
    await tx.selectFrom('product').select('id').where('id', '=', locked).forNoKeyUpdate().execute()
    await held.promise
  })
  pass(hour)
  expect(await buy(app, free)).toBe(8_000)
  held.resolve()
  await lock
  expect(await buy(app, locked)).toBe(8_000)
}, 30_000)
