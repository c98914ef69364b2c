import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct } from '../../../tests/support/builders.ts'
import { databaseUrl } from '../../../tests/support/command.ts'
import { type TestDatabase, temporaryFolder, testDatabase } from '../../../tests/support/database.ts'
import { type Shop, startShop } from '../../../tests/support/shop.ts'
import { builtPages } from './built.ts'
import { rendererFor } from './render.ts'

let database: TestDatabase
let folder: string
let shop: Shop
beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
  await createProduct(database.db, { name: 'Silk dress' })
  shop = await startShop({ DATABASE_URL: databaseUrl(database.connection), DATA_DIR: folder, LOG_LEVEL: 'info' })
})
afterAll(async () => {
  shop.kill('SIGKILL')
  await shop.ended
  await database.close()
  await rm(folder, { recursive: true })
})

const linesAfter = (start: number) =>
  shop
    .output()
    .slice(start)
    .split('\n')
    .filter(line => line !== '')

const ask = (path: string) =>
  fetch(shop.url.replace('127.0.0.1', 'localhost') + path, { headers: { accept: 'text/html' }, redirect: 'manual' })

const policy = /script-src 'self' 'nonce-/

/** Breaks the database while `work` runs, and repairs it afterwards. */
async function whileBroken<T>(breaks: string, repairs: string, work: () => Promise<T>): Promise<T> {
  await sql.raw(breaks).execute(database.db)
  try {
    return await work()
  } finally {
    await sql.raw(repairs).execute(database.db)
  }
}

let price = 1_000

test('a page whose data cannot be loaded becomes an error page of the shop, and one line in the log', async () => {
  const breaks = 'alter table product rename column description to told'
  const repairs = 'alter table product rename column told to description'
  const start = shop.output().length
  const path = `/shop?maxPrice=${++price}` // not cached yet
  const { answer, page } = await whileBroken(breaks, repairs, async () => {
    const answer = await ask(path)
    return { answer, page: await answer.text() }
  })
  expect(answer.status).toBe(500)
  expect(page).toContain('Something went wrong on this page.')
  expect(page).toContain('Go back home')
  expect(answer.headers.get('content-security-policy')).toMatch(policy)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
  expect(page).not.toMatch(/TypeError|column|node_modules|at \w+ \(/)
  await expect.poll(() => linesAfter(start).filter(line => line.includes('"path":"/shop"'))).toHaveLength(1)
  for (const line of linesAfter(start)) expect(JSON.parse(line)).toHaveProperty('level')
  const [line = ''] = linesAfter(start).filter(line => line.includes('"path":"/shop"'))
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    msg: 'request failed',
    method: 'GET',
    status: 500,
    err: { message: expect.any(String), stack: expect.any(String) },
  })
  expect((await ask(path)).status).toBe(200)
})

/** An app that renders its pages with some parts of the build replaced. */
async function appWith(replace: (build: ServerBuild) => Partial<ServerBuild>) {
  const build = await import(new URL('../../../build/server/index.js', import.meta.url).href)
  const { app } = await testApp({
    pages: async (app, cache, origin) => ({
      ...(await builtPages(app, cache, origin)),
      render: rendererFor({ app, cache, build: { ...build, ...replace(build) }, origin }),
    }),
  })
  return app
}

function Broken(): never {
  throw new TypeError('Nothing can be rendered')
}

const breakShopPage = ({ routes }: ServerBuild) => {
  const shop = routes['routes/shop']
  if (!shop) throw new Error('The build has no shop page')
  return { routes: { ...routes, [shop.id]: { ...shop, module: { ...shop.module, default: Broken } } } }
}

test('a page that cannot be rendered becomes an error page of the shop', async () => {
  const app = await appWith(breakShopPage)
  const { statusCode, headers, body } = await app.inject({ url: '/shop', headers: { accept: 'text/html' } })
  expect(statusCode).toBe(500)
  expect(body).toContain('Something went wrong on this page.')
  expect(headers['content-security-policy']).toMatch(policy)
  expect(body).not.toMatch(/TypeError|Nothing can be rendered/)
})

test('when not even the error page can be rendered, the visitor gets a self-contained page', async () => {
  const printed = vi.spyOn(console, 'error')
  const app = await appWith(({ entry }) => ({ entry: { ...entry, module: { ...entry.module, default: Broken } } }))
  const { statusCode, headers, body } = await app.inject({ url: '/shop', headers: { accept: 'text/html' } })
  expect(statusCode).toBe(500)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(body).toContain('That did not work')
  expect(body).not.toContain('Nothing can be rendered')
  expect(printed).not.toHaveBeenCalled()
})

test('each rendering has its own nonce, in its policy and on each of its scripts', async () => {
  const nonces = await Promise.all(
    ['/', '/shop'].map(async path => {
      const page = await ask(path)
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '') ?? []
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
      const scripts = (await page.text()).match(/<script\b[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(1)
      expect(
        scripts.filter(tag => !tag.includes(`nonce="${nonce}"`) && !/type="application\/[a-z+]*json"/.test(tag)),
      ).toEqual([])
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(2)
})

test('a cached page is answered with 304 and the nonce of its scripts, and in full once it has changed', async () => {
  const { app, db } = await testApp({ subscribes: true, pages: builtPages })
  await app.ready()
  const get = (etag?: string) =>
    app.inject({ url: '/shop', headers: { accept: 'text/html', ...(etag && { 'if-none-match': etag }) } })
  const first = await get()
  const again = await get(String(first.headers.etag))
  expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 304, ''])
  expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])

  await createProduct(db, { name: 'Linen coat' })
  await expect.poll(async () => (await get(String(first.headers.etag))).statusCode).toBe(200)
  const changed = await get()
  expect(changed.body).toContain('Linen coat')
  expect(changed.headers['content-security-policy']).toMatch(policy)
  expect(changed.headers['content-security-policy']).not.toBe(first.headers['content-security-policy'])
})

/** Returns the data that a page embeds for the browser. */
const stateOf = (html: string) => JSON.parse(/<script[^>]* id="state"[^>]*>([^<]*)</.exec(html)?.[1] ?? '')

test('a page embeds the data it was rendered from, an error page only what its frame shows', async () => {
  const { queries } = stateOf(await (await ask('/shop')).text()).api
  expect(Object.values(queries as Record<string, { status: string }>).map(({ status }) => status)).toContain(
    'fulfilled',
  )
  expect(JSON.stringify(queries)).toContain('Silk dress')

  const app = await appWith(breakShopPage)
  const { body } = await app.inject({ url: '/shop', headers: { accept: 'text/html' } })
  expect(Object.keys(stateOf(body).api.queries)).toEqual(['shopFrame(undefined)'])
})
