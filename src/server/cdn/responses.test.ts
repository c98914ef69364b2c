import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { builtPages } from '#server/pages/built.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { openCacheInFront } from './cache-in-front.fixture.ts'

const inFront = await openCacheInFront()
const parts = { subscribes: true, limits: noLimits, pages: builtPages } as const
const { app, db, shop } = await testApp(parts, { CDN_PURGE_URLS: inFront.url })
const without = await buildApp({ ...shop, config: { ...shop.config, cdn: undefined } })
afterAll(() => without.close())

const owner = await createUser(db, { role: 'admin' })
const ada = await createUser(db, { username: 'Ada' })
const product = await createProduct(db, { name: 'Linen coat', color: 'blue' })
const { id } = product
await createReview(db, { product_id: id, user_id: ada.id })
const callers = { guest: {}, ada: await signIn(db, ada), owner: await signIn(db, owner) }
const isPrivate = { 'cache-control': 'private, no-store' }
const surrogate = ['surrogate-control', 'surrogate-key', 'cache-tag', 'cloudflare-cdn-cache-control']

/** The tags of a public response. */
async function tagsOf(url: string, at = app) {
  let headers: Awaited<ReturnType<typeof at.inject>>['headers'] = {}
  // An answer that is made during a change is private, and this file makes changes.
  await expect
    .poll(async () => {
      headers = (await at.inject(url)).headers
      return [headers['cache-control'], headers['surrogate-control'], headers.vary]
    })
    .toEqual(['public, max-age=0, must-revalidate', 'max-age=3600', 'Accept-Encoding'])
  return String(headers['surrogate-key']).split(' ').toSorted()
}

const ofProduct = [`product:${id}`, `reviews:${id}`, `user:${ada.id}`]
const ofList = ['products', `product:${id}`]

test.each<[string, string[]]>([
  ['/robots.txt', []],
  ['/sitemap.xml', ['products']],
  ['/sitemaps/products-1.xml', ['products']],
  ['/api/products', ofList],
  ['/api/products?sort=rating', [...ofList, 'ratings']],
  ['/api/products/counts', ['products', 'settings']],
  [`/api/products/${id}`, ofProduct],
  [`/api/products/${id}/related`, ofList],
  ['/api/search?q=linen', [...ofList, 'settings']],
  ['/api/search/counts?q=linen', ['products', 'settings']],
  ['/api/reviews/total-reviews', ['reviews']],
  ['/api/settings', ['settings']],
  ['/api/settings/home', ['settings']],
  ['/api/pages', ['content']],
  ['/api/posts', ['content']],
  ['/api/content/addresses', ['content']],
])('%s carries its tags', async (url, tags) => {
  expect(await tagsOf(url)).toEqual(['everything', ...tags].toSorted())
  expect(await tagsOf(url), 'from the cache').toEqual(['everything', ...tags].toSorted())
})

test('a page carries the tags of all its data', async () => {
  expect(await tagsOf('/')).toEqual(expect.arrayContaining(['everything', 'settings', 'products', `product:${id}`]))
  expect(await tagsOf('/shop')).toEqual(expect.arrayContaining(['settings', 'products', `product:${id}`]))
  expect(await tagsOf(`/shop/${id}`)).toEqual(expect.arrayContaining(['settings', ...ofProduct]))
  expect((await app.inject({ url: '/shop', headers: { 'accept-encoding': 'br' } })).headers).toMatchObject({
    'content-encoding': 'br',
    'surrogate-control': 'max-age=3600',
  })
})

test('the browser asks again each time, and gets 304', async () => {
  const { headers } = await app.inject('/api/products')
  const again = await app.inject({ url: '/api/products', headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.headers['cache-control']]).toEqual([304, 'public, max-age=0, must-revalidate'])
})

test('no route gives a private answer to a cache, and the public ones are the same for all', async () => {
  const scarf = await createProduct(db, { name: 'Silk scarf', color: 'black' }) // some of the routes delete it
  const shared = new Map<string, Set<string>>()
  const wrong: string[] = []
  for (const { method, url, access } of app.accessTable) {
    for (const [caller, headers] of Object.entries(callers)) {
      const path = url.replace(/:\w+/, scarf.id).replace(/:\w+/g, 'x').replace('*', 'nowhere')
      const answer = await app.inject({
        method: method as 'GET',
        url: path,
        headers: { accept: 'text/html', ...headers },
      })
      const { 'cache-control': control, 'surrogate-key': key, 'set-cookie': cookie } = answer.headers
      if (!key) {
        const isFile = /^\/(favicon|icon-|site\.|social)/.test(path) && control === 'private, max-age=3600'
        const isPicture = control === 'private, max-age=86400' || String(control).includes('immutable')
        if (control !== 'private, no-store' && !isFile && !isPicture)
          wrong.push(`${method} ${path} ${caller} ${control}`)
      } else if (access !== 'anyone' || cookie || answer.statusCode !== 200) wrong.push(`${method} ${path} ${caller}`)
      else if (method === 'GET') shared.set(path, (shared.get(path) ?? new Set()).add(answer.body))
    }
  }
  expect(wrong).toEqual([])
  expect(shared.size).toBeGreaterThan(10)
  for (const [path, bodies] of shared) expect([path, bodies.size]).toEqual([path, 1])
})

test.each([
  '/nowhere',
  '/shop/nothing',
  '/dashboard',
  '/orders/1',
  '/api/nowhere',
  '/assets/nothing.js',
  '/images/x/1.webp',
  '/%',
])('%s is private, with and without a session', async url => {
  for (const headers of Object.values(callers))
    for (const accept of ['text/html', '*/*']) {
      const answer = await app.inject({ url, headers: { accept, ...headers } })
      if (url === '/dashboard' || url === '/orders/1') expect(answer.statusCode).toBeLessThan(500)
      else expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(String(answer.headers['cache-control'])).toMatch(/^(private, )?no-store$/)
      for (const name of surrogate) expect(answer.headers).not.toHaveProperty(name)
    }
})

test('a login is private, and so is what its session asks for', async () => {
  const email = 'grace@shop.test'
  const payload = { username: 'Grace', email, password: 'long enough for all' }
  const registered = await app.inject({ method: 'POST', url: '/api/auth/register', payload })
  expect(registered.statusCode).toBeLessThan(300)
  const login = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: payload.password },
  })
  expect(login.headers['set-cookie']).toBeDefined()
  expect(login.headers['cache-control']).toMatch(/no-store/)
  const authorization = `Bearer ${login.json().token}`
  const own = await app.inject({ url: `/api/auth/user/${email}`, headers: { authorization } })
  expect(own.headers).toMatchObject(isPrivate)
})

test('what no hook sees is private as well', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const broken = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nBad header\r\n\r\n'))
    socket.on('data', data => resolve(String(data))).on('error', reject)
  })
  expect(broken).toMatch(/^HTTP\/1.1 400[\s\S]*Cache-Control: private, no-store/)
  const expecting = await new Promise<string | undefined>((resolve, reject) => {
    const asked = httpRequest({ port, host: '127.0.0.1', headers: { expect: 'the impossible' } }, answer => {
      answer.resume()
      resolve(answer.headers['cache-control'])
    })
    asked.on('error', reject).end()
  })
  expect(expecting).toBe('private, no-store')
})

test('with too many tags a response carries one for each kind, and a change purges those', async () => {
  for (let n = 0; n < 60; n += 1) await createProduct(db, { name: `Shirt ${n}`, color: 'red' })
  await expect.poll(() => tagsOf('/api/products?color=red&limit=60')).toEqual(['everything', 'product', 'products'])
  await expect.poll(() => tagsOf('/api/products?color=red&limit=20')).toHaveLength(22)
})

test('front ends on other origins get private answers', async () => {
  const origin = 'https://other.example'
  const open = await buildApp({ ...shop, config: { ...shop.config, corsOrigins: [origin] } })
  afterAll(() => open.close())
  const { headers } = await open.inject({ url: '/api/products', headers: { origin } })
  expect(headers).toMatchObject({ ...isPrivate, 'access-control-allow-origin': origin })
  expect(headers).not.toHaveProperty('surrogate-key')
  expect((await open.inject('/api/products')).headers).toHaveProperty('surrogate-key')
})

test('Cloudflare gets headers of its own', async () => {
  const cdn = { kind: 'cloudflare' as const, purgeUrls: [inFront.url], token: 'the token of an API' }
  const there = await buildApp({ ...shop, config: { ...shop.config, cdn } })
  afterAll(() => there.close())
  const { headers } = await there.inject(`/api/products/${id}`)
  expect(headers).toMatchObject({
    'cloudflare-cdn-cache-control': 'max-age=3600',
    'cache-tag': ['everything', ...ofProduct].join(','),
  })
  expect(headers).not.toHaveProperty('surrogate-key')
})

test('without a cache in front no response differs from before', async () => {
  for (const [url, control] of [
    ['/', 'public, max-age=0, must-revalidate'],
    ['/api/products', 'public, max-age=0, must-revalidate'],
    ['/nowhere', 'private, no-cache'],
    ['/api/nowhere', undefined],
    ['/favicon.svg', 'public, max-age=3600'],
  ] as const) {
    const { headers } = await without.inject({ url, headers: { accept: 'text/html' } })
    expect([url, headers['cache-control']]).toEqual([url, control])
    for (const name of surrogate) expect(headers).not.toHaveProperty(name)
  }
  expect((await without.inject('/health/ready')).json().checks).not.toHaveProperty('cdn')
})
