import type { APIRequestContext } from '@playwright/test'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { categories } from '#domain/products/product.ts'
import { expect, test } from '../test.ts'

const url = Type.String({ pattern: '^http://localhost:\\d+/\\S*$' })
const text = Type.String({ minLength: 1 })
const context = { '@context': Type.Literal('https://schema.org') }
const Organization = Type.Object({
  ...context,
  '@type': Type.Literal('Organization'),
  name: Type.Literal('Vitrine'),
  url,
  logo: url,
  email: Type.String({ pattern: '^[^@]+@[^@]+$' }),
  telephone: text,
  address: Type.Object({ '@type': Type.Literal('PostalAddress'), streetAddress: text, addressLocality: text }),
})
const WebSite = Type.Object({
  ...context,
  '@type': Type.Literal('WebSite'),
  name: text,
  url,
  potentialAction: Type.Object({
    '@type': Type.Literal('SearchAction'),
    target: Type.Object({
      '@type': Type.Literal('EntryPoint'),
      urlTemplate: Type.String({ pattern: '/search\\?q=\\{search_term_string\\}$' }),
    }),
    'query-input': Type.Literal('required name=search_term_string'),
  }),
})
const BreadcrumbList = Type.Object({
  ...context,
  '@type': Type.Literal('BreadcrumbList'),
  itemListElement: Type.Array(
    Type.Object({ '@type': Type.Literal('ListItem'), position: Type.Integer(), name: text, item: url }),
    { minItems: 2 },
  ),
})

async function read(request: APIRequestContext, path: string) {
  const response = await request.get(path)
  const html = await response.text()
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'))
  const meta = (name: string) => all(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))
  return {
    status: response.status(),
    titles: all(/<title>([^<]*)<\/title>/g),
    headings: all(/<h1[^>]*>([\s\S]*?)<\/h1>/g),
    canonicals: all(/<link rel="canonical" href="([^"]*)"/g),
    data: all(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g).map(json => JSON.parse(json)),
    meta,
  }
}

test('every page in the sitemap has its metadata and one canonical address', async ({ request, sells, shop }) => {
  const description = 'Forty pearls, matched by eye for their warm cream lustre.'
  for (const category of categories)
    await sells({ name: `Marée ${category}`, description, category, old_price_cents: 20_000 })
  const index = await (await request.get('/sitemap.xml')).text()
  const files = [...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, file = '']) => file)
  const pages: string[] = []
  for (const file of files)
    pages.push(
      ...[...(await (await request.get(file)).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc),
    )
  expect(pages.length).toBeGreaterThan(18)

  const titles = new Set<string>()
  for (const page of pages) {
    const { status, titles: own, headings, canonicals, meta, data } = await read(request, page)
    expect(status, page).toBe(200)
    expect(own, page).toHaveLength(1)
    expect(headings, page).toHaveLength(1)
    expect(canonicals, page).toEqual([page])
    expect(meta('robots'), page).toEqual([])
    const [description = ''] = meta('description')
    expect(description.length, page).toBeGreaterThanOrEqual(50)
    expect(description.length, page).toBeLessThanOrEqual(160)
    expect(meta('og:url'), page).toEqual([page])
    expect(meta('og:description'), page).toEqual([description])
    const picture = await request.get(meta('og:image')[0] ?? '')
    expect(picture.headers()['content-type'], page).toMatch(/^image\//)
    for (const each of data.filter(({ '@type': type }) => type === 'BreadcrumbList')) {
      expect([...Value.Errors(BreadcrumbList, each)], page).toEqual([])
      expect(each.itemListElement.at(-1).item).toBe(page)
    }
    titles.add(own[0] ?? '')
  }
  expect(titles.size).toBe(pages.length)

  const { data } = await read(request, '/')
  expect(data.map(each => each['@type'])).toEqual(['Organization', 'WebSite'])
  expect([...Value.Errors(Organization, data[0]), ...Value.Errors(WebSite, data[1])]).toEqual([])
  expect(data[1].url).toBe(`${shop.url}/`)
})

test('the addresses of one list share one canonical address', async ({ request, sells, shop }) => {
  for (let n = 0; n < 20; n++) await sells()
  for (const [asked, saved] of [
    ['/shop?sort=rating&page=2', '/shop?page=2'],
    ['/shop?page=1&color=&x=1', '/shop'],
    ['/shop?color=black&category=dress', '/shop?category=dress&color=black'],
    ['/categories/DRESS?page=2&sort=price-asc', '/categories/dress?page=2'],
    ['/sale?page=2&sort=rating', '/sale?page=2'],
    ['/shop?limit=24&color=black', '/shop?color=black'],
    ['/categories/dress?limit=24&page=2', '/categories/dress?page=4'],
    ['/search?q=dress', '/search'],
    ['/search?q=dress&color=black', '/search'],
  ] as const)
    expect((await read(request, asked)).canonicals, asked).toEqual([shop.url + saved])

  for (const q of ['dress', 'cheap+pills', 'dress+dress+call+us+now'])
    expect((await read(request, `/search?q=${q}`)).meta('robots')).toEqual(['noindex'])
})

test('a product is found by its id with any name, gone after it was taken off sale, and private pages are not indexed', async ({
  request,
  sells,
  shop,
}) => {
  const saved = await sells({ name: 'Silk dress' })
  const gone = await sells({ deleted_at: new Date() })
  for (const path of [`/shop/${saved.id}`, `/shop/${saved.id}/an-older-name`]) {
    const { status, canonicals } = await read(request, path)
    expect(status).toBe(200)
    expect(canonicals).toEqual([`${shop.url}/shop/${saved.id}/silk-dress`])
  }
  for (const [path, status] of [
    [`/shop/${gone.id}`, 410],
    [`/shop/${gone.id}/dress`, 410],
    ['/shop/00000000-0000-7000-8000-000000000000', 404],
    ['/shop/counts', 404],
    ['/shop/%2e%2e%2fcounts', 404],
    ['/sitemaps/products-9.xml', 404],
    ['/login', 200],
    ['/success', 200],
    ['/dashboard', 200],
  ] as const) {
    const answer = await read(request, path)
    expect(answer.status, path).toBe(status)
    if (!path.endsWith('.xml')) expect(answer.meta('robots'), path).toEqual(['noindex'])
    expect(answer.canonicals, path).toEqual([])
  }
})
