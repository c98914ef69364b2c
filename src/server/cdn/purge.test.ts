import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { listenForChanges } from '#server/cache/changes.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { openCacheInFront } from './cache-in-front.fixture.ts'
import type { CdnKind } from './kinds.ts'
import { openPurger } from './purger.ts'

const inFront = await openCacheInFront()
const {
  app,
  db,
  connection: shopConnection,
  shop,
} = await testApp({ subscribes: true, limits: noLimits }, { CDN_PURGE_URLS: inFront.url })
const asOwner = await signIn(db, await createUser(db, { role: 'admin' }))
const product = await createProduct(db, { name: 'Linen coat', price_cents: 12_000 })

const setPrice = async (price: number, at = app) => {
  const url = `/api/products/update-product/${product.id}`
  expect((await at.inject({ method: 'PATCH', url, headers: asOwner, payload: { price } })).statusCode).toBe(200)
}

/** A purger of its own, with the cache that takes its purges. */
async function purger(kind: CdnKind = 'varnish', token?: string) {
  const cache = await openCacheInFront()
  const logged: string[] = []
  const note = (_about: object, message: string) => logged.push(message)
  const opened = openPurger({ kind, purgeUrls: [cache.url], token }, { info: note, warn: note })
  afterAll(() => opened.close())
  return { cache, logged, ...opened }
}

test('at its start a shop purges everything, and after a change what shows it, in one request, which it repeats twice', async () => {
  await expect.poll(() => inFront.purges[0]?.tags).toEqual(['everything'])
  await inFront.quiet()
  const before = inFront.purges.length
  await setPrice(130)
  const about = new Set([`product:${product.id}`, 'product', 'products'])
  await inFront.quiet()
  expect(inFront.purges.slice(before).map(({ tags }) => new Set(tags))).toEqual([about, about, about])
}, 30_000)

test('changes that come together are one request', async () => {
  const { cache, purge } = await purger()
  for (let n = 0; n < 90; n += 1) purge([`product:${n}`])
  await expect.poll(() => cache.purges[0]?.tags.length).toBe(91)
})

test('more tags than one request takes are several, and more than 1,000 are everything', async () => {
  const { cache, purge } = await purger()
  for (let n = 0; n < 250; n += 1) purge([`product:${n}`])
  await expect.poll(() => cache.purges.slice(0, 3).map(({ tags }) => tags.length)).toEqual([100, 100, 51])
  const more = await purger()
  for (let n = 0; n < 1_001; n += 1) more.purge([`product:${n}`])
  await expect.poll(() => more.cache.purges[0]?.tags).toEqual(['everything'])
})

test('a purge that is not accepted is repeated until it is', async () => {
  const { cache, purge, state } = await purger()
  cache.faults.push('refuse', 'cut', 'refuse')
  purge(['product:1'])
  await expect.poll(() => cache.purges[0]?.tags).toEqual(['product:1', 'product'])
  await expect.poll(() => state()).toMatchObject({ failed: 3, waiting: 0, isFailing: false })
})

test('a cache that limits purges is asked again when it says', async () => {
  const { cache, purge } = await purger()
  cache.faults.push('limit')
  const startedAt = performance.now()
  purge(['product:1'])
  await expect.poll(() => cache.purges.length, { timeout: 3_000 }).toBeGreaterThan(0)
  expect((cache.purges[0]?.atMs ?? 0) - startedAt).toBeGreaterThan(990)
})

test('after five seconds without success the log says so, and what was missed is purged as a whole', async () => {
  const { cache, logged, purge, state } = await purger()
  cache.faults.push('hang', ...Array<'refuse'>(6).fill('refuse'))
  purge(['product:1'])
  await expect.poll(() => state().isFailing, { timeout: 10_000 }).toBe(true)
  await expect.poll(() => cache.tagsSince(0), { timeout: 10_000 }).toEqual(new Set(['everything']))
  expect(logged).toEqual([expect.stringContaining('accepts no purges'), expect.stringContaining('again')])
  expect(state().isFailing).toBe(false)
}, 30_000)

test('readiness and metrics say how the purges go', async () => {
  const ready = await app.inject('/health/ready')
  expect(ready.json().checks).toMatchObject({ cdn: 'ok' })
  const { body } = await app.inject('/metrics')
  expect(body).toMatch(/vitrine_cdn_purges_total\{result="accepted"\} [1-9]/)
  expect(body).toContain('vitrine_cdn_purges_waiting 0')
})

test('what still waits is sent before the shop closes', async () => {
  const { cache, purge, close } = await purger()
  purge(['product:1'])
  await close()
  expect(cache.tagsSince(0)).toEqual(new Set(['product:1', 'product']))
})

test('Fastly and Cloudflare get the requests of their APIs', async () => {
  const fastly = await purger('fastly', 'the token of an API')
  fastly.purge(['product:1'])
  await expect
    .poll(() => fastly.cache.purges[0])
    .toMatchObject({
      method: 'POST',
      headers: { 'fastly-key': 'the token of an API', 'surrogate-key': 'product:1 product' },
    })
  const cloudflare = await purger('cloudflare', 'the token of an API')
  cloudflare.purge('all')
  await expect
    .poll(() => cloudflare.cache.purges[0])
    .toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer the token of an API', 'content-type': 'application/json' },
      body: '{"tags":["everything"]}',
    })
})

test('two processes: each purges what it hears, so the loss of one leaves nothing stale', async () => {
  const second = await openCacheInFront()
  const config = { ...shop.config, cdn: { kind: 'varnish' as const, purgeUrls: [second.url] } }
  const other = await buildApp({ ...shop, config })
  await setPrice(131)
  const tag = `product:${product.id}`
  await expect
    .poll(() => [second.tagsSince(0).has(tag), inFront.purges.at(-1)?.tags.includes(tag)])
    .toEqual([true, true])
  await other.close()
  const before = inFront.purges.length
  await db.updateTable('product').set({ price_cents: 13_200 }).where('id', '=', product.id).execute() // by a process that is gone
  await expect.poll(() => inFront.tagsSince(before).has(tag)).toBe(true)
})

test('after a lost connection, during which a change may have been missed, everything is purged', async () => {
  const cache = await openCacheInFront()
  const config = { ...shop.config, cdn: { kind: 'varnish' as const, purgeUrls: [cache.url] } }
  let onListening: (isListening: boolean) => void = () => undefined
  const third = await buildApp({
    ...shop,
    config,
    subscribe: listener => {
      onListening = listener.onListening
      return listenForChanges(shopConnection, listener)
    },
  })
  afterAll(() => third.close())
  await cache.quiet()
  const before = cache.purges.length
  onListening(false)
  expect((await third.inject('/api/products')).headers).toMatchObject({ 'cache-control': 'private, no-store' })
  onListening(true)
  await expect.poll(() => cache.tagsSince(before)).toEqual(new Set(['everything']))
}, 30_000)

test('an old answer of a process that hears late, stored after the purge, is gone within a second of its hearing', async () => {
  let tell = () => {}
  const late = new Promise<void>(resolve => {
    tell = resolve
  })
  const other = await buildApp({
    ...shop,
    subscribe: listener =>
      listenForChanges(shopConnection, {
        ...listener,
        onChange: changed => void late.then(() => listener.onChange(changed)),
      }),
  })
  afterAll(() => other.close())
  await inFront.quiet()
  const url = `/api/products/${product.id}`
  const priceIn = (body: string) => JSON.parse(body).data.product.price
  expect(priceIn((await other.inject(url)).body)).not.toBe(150)
  await setPrice(150)
  const stale = inFront.get(other, url, 400) // asked for after the purge, stored 0.4 s later
  await sleep(200)
  tell()
  expect(priceIn(await stale)).not.toBe(150)
  expect(priceIn(await inFront.get(app, url))).not.toBe(150) // stored
  await sleep(500)
  expect(priceIn(await inFront.get(app, url))).toBe(150)
}, 60_000)
