import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct } from '../../../tests/support/builders.ts'

const { app, db } = await testApp()

const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)

test('robots.txt disallows private paths and names the sitemap', async () => {
  const { body, headers } = await app.inject('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  expect(body.match(/Disallow: .+/g)).toEqual(
    ['/api/', '/dashboard', '/orders/', '/success'].map(p => `Disallow: ${p}`),
  )
})

test('an empty shop lists only its pages', async () => {
  expect(locations((await app.inject('/sitemap.xml')).body)).toEqual(['http://localhost:3000/sitemaps/pages.xml'])
  expect((await app.inject('/sitemaps/products-1.xml')).statusCode).toBe(404)
})

test('every product on sale is in one file, with its readable URL', async () => {
  const at = new Date('2026-03-01T10:00:00Z')
  const { id } = await createProduct(db, { name: 'Marée & Fils <Strand>', updated_at: at })
  await createProduct(db, { deleted_at: at })
  expect(locations((await app.inject('/sitemap.xml')).body)).toEqual([
    'http://localhost:3000/sitemaps/pages.xml',
    'http://localhost:3000/sitemaps/products-1.xml',
  ])
  const { body, headers } = await app.inject('/sitemaps/products-1.xml')
  expect(headers['content-type']).toContain('application/xml')
  expect(locations(body)).toEqual([`http://localhost:3000/shop/${id}/maree-fils-strand`])
  expect(body).toContain('<lastmod>2026-03-01T10:00:00.000Z</lastmod>')
})

test('a large catalogue is split into files that do not overlap', async () => {
  await db.deleteFrom('product').execute()
  for (let thousand = 0; thousand <= 10; thousand++)
    await sql`
      insert into product (id, name, category, color, description, price_cents, created_at, updated_at)
      select gen_random_uuid(), 'P' || n, 'dress', 'black', 'A dress', 100, now(), now()
      from generate_series(${1_000 * thousand + 1}::int, ${Math.min(1_000 * thousand + 1_000, 10_001)}::int) n`.execute(
      db,
    )
  expect(locations((await app.inject('/sitemap.xml')).body)).toHaveLength(3)
  const files = [await app.inject('/sitemaps/products-1.xml'), await app.inject('/sitemaps/products-2.xml')]
  const found = files.map(({ body }) => locations(body))
  expect(found.map(({ length }) => length)).toEqual([10_000, 1])
  expect(new Set(found.flat()).size).toBe(10_001)
})

test.each(['0', '3', '-1', '1e3', '99999', '999999', 'x', '%00'])(
  'products-%s.xml is not a server error',
  async file => {
    expect((await app.inject(`/sitemaps/products-${file}.xml`)).statusCode).toBe(file === '%00' ? 400 : 404)
  },
)
