import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { listenerName } from '#server/cache/changes.ts'
import { builtPages } from '#server/pages/built.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'

const { app, db, connection, shop } = await testApp({ subscribes: true, limits: noLimits, pages: builtPages })
const other = await buildApp(shop)
afterAll(() => other.close())

const owner = await createUser(db, { role: 'admin' })
const asOwner = await signIn(db, owner)
const ada = await createUser(db, { username: 'Ada' })
const asAda = await signIn(db, ada)

const ask = async (at: typeof app, url: string) => (await at.inject(url)).body
const change = async (
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers = asOwner,
) => {
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
  expect([url, answer.statusCode < 300 || answer.body]).toEqual([url, true])
  return answer.json()
}

const create = async (fields: object) => {
  const product = { name: 'Opal', category: 'dress', description: 'x', price: 120, ...fields }
  return (await change('POST', '/api/products/create-product', product)).data
}

/** A product with a review, and another of its category. */
async function shown() {
  await db.updateTable('product').set({ deleted_at: new Date() }).execute()
  const product = await createProduct(db, { name: 'Quartz gown', color: 'blue' })
  await createProduct(db, { name: 'Pearl gown', color: 'blue' })
  await createReview(db, { product_id: product.id, user_id: ada.id })
  const { id } = product
  await db.updateTable('variant').set({ size: 'eu-40' }).where('product_id', '=', id).execute()
  const lists = [
    '',
    '?sort=rating',
    '?sort=price-asc&color=blue',
    '/counts',
    '?size=eu-40',
    '?inStock=1',
    '?sale=1',
  ].map(query => `/api/products${query}`)
  const search = '/api/search?q=quartz'
  const pages = ['/', '/shop', `/shop/${id}`]
  return {
    id,
    addresses: [...lists, `/api/products/${id}`, `/api/products/${id}/related`, search, '/sitemap.xml', ...pages],
  }
}

/** Each change, and the ends of the addresses whose responses must differ after it, at least. */
const changes: [string, (id: string) => Promise<unknown>, RegExp][] = [
  [
    'a new name',
    id => change('PATCH', `/api/products/update-product/${id}`, { name: 'Quartz robe' }),
    /products$|^\/$|shop$|search|\w{12}$/,
  ],
  [
    'a new price',
    id => change('PATCH', `/api/products/update-product/${id}`, { price: 7 }),
    /products$|^\/$|shop$|search|price|\w{12}$/,
  ],
  [
    'an old price',
    id => change('PATCH', `/api/products/update-product/${id}`, { oldPrice: 900 }),
    /products$|^\/$|shop$|sale=1|counts|search|\w{12}$/,
  ],
  [
    'a new color',
    id => change('PATCH', `/api/products/update-product/${id}`, { color: 'red' }),
    /products$|blue|counts|\w{12}$/,
  ],
  [
    'the last piece of a size',
    async id => {
      const size = db.selectFrom('variant').select('id').where('product_id', '=', id)
      const { id: variantId } = await size.executeTakeFirstOrThrow()
      return await change('PUT', '/api/stock/counts', { counts: [{ variantId, shelf: 0, seen: null }] })
    },
    /products$|^\/$|shop$|size=eu-40|inStock=1|counts|search|\w{12}$/,
  ],
  [
    'a deletion',
    id => change('DELETE', `/api/products/${id}`),
    /products$|^\/$|shop$|blue|counts|search|\w{12}$|related$/,
  ],
  ['a new product', () => create({ color: 'blue' }), /products$|^\/$|shop$|blue|counts|related$/],
  [
    'another word on a rating that stays',
    productId => change('POST', '/api/reviews/post-review', { productId, rating: 5, comment: 'Still lovely.' }, asAda),
    /\w{12}$/,
  ],
  [
    'a review',
    productId => change('POST', '/api/reviews/post-review', { productId, rating: 1, comment: 'Torn.' }, asAda),
    /products$|^\/$|shop$|rating|search|\w{12}$/,
  ],
  [
    "a reviewer's new name",
    () =>
      change(
        'PATCH',
        `/api/auth/edit-profile/${ada.id}`,
        {
          username: 'Ada Lovelace',
          profileImage: 'https://pictures.example/ada.webp',
          bio: 'Countess',
          profession: 'Mathematician',
        },
        asAda,
      ),
    /\w{12}$/,
  ],
]

test.each(changes)('%s is visible at once in its own process, and soon in another', async (_what, make, isSeenAt) => {
  const { id, addresses } = await shown()
  await expect.poll(async () => (await ask(app, '/api/products')).includes(id)).toBe(true)
  await expect.poll(async () => (await ask(other, '/api/products')).includes(id)).toBe(true)
  const before = await Promise.all(addresses.map(url => ask(app, url)))
  await Promise.all(addresses.map(url => ask(other, url)))
  await make(id)
  const after = await Promise.all(addresses.map(url => ask(app, url)))
  const changed = addresses.filter((_, at) => withoutIds(before[at]) !== withoutIds(after[at]))
  expect(changed).toEqual(expect.arrayContaining(addresses.filter(url => isSeenAt.test(url))))
  for (const [at, url] of addresses.entries())
    await expect.poll(async () => withoutIds(await ask(other, url))).toBe(withoutIds(after[at]))
})

test('the page of a product says at once what becomes of its other color', async () => {
  const { _id: one } = await create({ color: 'blue' })
  const { _id: two } = await create({ color: 'red', styleOf: one })
  const seen = () => ask(app, `/api/products/${one}`)
  const before = await seen()
  expect(before).toContain(two)
  await change('PUT', '/api/stock/counts', { counts: [{ variantId: two, shelf: 0, seen: null }] })
  const soldOut = await seen()
  expect(soldOut).not.toBe(before)
  await change('PUT', '/api/stock/counts', { counts: [{ variantId: two, shelf: 5, seen: 0 }] })
  expect(await seen()).not.toBe(soldOut)
})

/** The visible part of a page. */
const withoutIds = (body = '') => body.replace(/"requestId":"[^"]*"|nonce="[^"]*"|<script id="state".*?<\/script>/g, '')

test('a request after a change was answered never gets the old state, under concurrent requests and changes', async () => {
  const { id } = await shown()
  const prices = (body: string) =>
    [...body.matchAll(/"_id":"([^"]+)"[^}]*?"price":([\d.]+)/g)].filter(([, at]) => at === id)
  const addresses = [
    `/api/products/${id}`,
    '/api/products',
    '/api/products?color=blue',
    '/api/search?q=quartz',
    '/shop',
    `/shop/${id}`,
  ]
  let acknowledged = 0
  let isOver = false
  let seen = 0
  const late: string[] = []

  const readers = Array.from({ length: 24 }, async (_, n) => {
    for (let turn = n; !isOver; turn++) {
      await setImmediate() // cached responses do not wait, so nothing else would run
      const url = addresses[turn % addresses.length] ?? ''
      const min = acknowledged
      for (const [, , price] of prices(await ask(app, url))) {
        seen += 1
        if (Number(price) < min) late.push(`${url} showed ${price} after ${min}`)
      }
    }
  })
  const reviews = (async () => {
    for (let n = 1; !isOver; n++)
      await change('POST', '/api/reviews/post-review', { productId: id, rating: 1 + (n % 5), comment: `${n}` }, asAda)
  })()
  const comeAndGo = (async () => {
    while (!isOver) {
      const { auditId } = (await change('DELETE', `/api/products/${(await createProduct(db)).id}`)).data
      expect(auditId).toBeDefined()
    }
  })()
  for (let price = 1; price <= 40; price++) {
    await change('PATCH', `/api/products/update-product/${id}`, { price })
    acknowledged = price
  }
  isOver = true
  await Promise.all([...readers, reviews, comeAndGo])
  expect(seen).toBeGreaterThan(100)
  expect(late).toEqual([])
})

test('a change by the command line or by plain SQL invalidates too', async () => {
  const { id } = await shown()
  const url = `/api/products/${id}`
  await expect.poll(() => ask(app, url)).toContain('Quartz gown')
  await db.updateTable('product').set({ name: 'Renamed by hand' }).where('id', '=', id).execute()
  await expect.poll(() => ask(app, url)).toContain('Renamed by hand')
})

test('after a lost connection nothing cached is served until notifications arrive again', async () => {
  const { id } = await shown()
  const url = `/api/products/${id}`
  await ask(app, url)
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${listenerName} and datname = current_database()`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  await db.updateTable('product').set({ name: 'Changed meanwhile' }).where('id', '=', id).execute()
  await expect.poll(() => ask(app, url)).toContain('Changed meanwhile')
  await change('PATCH', `/api/products/update-product/${id}`, { name: 'Heard again' })
  expect(await ask(app, url)).toContain('Heard again')
})

test('a refused request sends no notification', async () => {
  const notifications: string[] = []
  const listener = new pg.Client(connection)
  listener.on('notification', ({ payload = '' }) => notifications.push(payload))
  await listener.connect()
  await listener.query('listen shop_changed')
  for (let n = 0; n < 20; n++)
    for (const url of ['/api/products/create-product', '/api/nowhere', '/nowhere'])
      await app.inject({ method: 'POST', url, payload: {} })
  const product = { name: 'Onyx', category: 'dress', color: 'black', description: 'x', price: 1 }
  await change('POST', '/api/products/create-product', product)
  await expect.poll(() => notifications.includes('products')).toBe(true)
  expect(notifications.filter(payload => payload.startsWith('echo:')).length).toBeLessThan(10) // a few echoes arrive in any case
  await listener.end()
})
