import { beforeEach, expect, test } from 'vitest'
import { noRule } from '#domain/settings/collections.ts'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'

const { app, db, shop } = await testApp({ limits: noLimits })
const headers = await signIn(db, await createUser(db, { role: 'admin' }))

beforeEach(async () => {
  for (const table of ['shop_setting_change', 'shop_setting', 'content_change', 'content_address', 'content'] as const)
    await db.deleteFrom(table).execute()
})

async function send(method: 'PUT' | 'DELETE' | 'POST', path: string, payload?: object) {
  const response = await app.inject({ method, url: `/api${path}`, headers, payload })
  const { data, message, field } = response.json()
  return { status: response.statusCode, data, message, field }
}

const past = '2026-01-02T03:04:05.000Z'
const blank = {
  ...{ kind: 'page', title: 'Care', summary: '', showsSummary: false, author: '', picture: null, alt: '' },
  ...{ seoTitle: '', seoDescription: '', publishedFrom: past },
}
const linking = (...links: string[]) => ({
  type: 'doc',
  content: links.map(href => ({
    type: 'paragraph',
    content: [{ type: 'text', text: 'Read on', marks: [{ type: 'link', attrs: { href } }] }],
  })),
})
async function write(address: string, change: object = {}, { id = shop.ids.uuid(), version = 0 } = {}) {
  const content = { ...blank, address, document: linking('/shop'), ...change }
  return { id, ...(await send('PUT', `/content/${id}`, { content, version })) }
}

const saveMenus = (header: string[], { footer = [] as string[], version = 0 } = {}) => {
  const linkOf = (link: string) => ({ label: link.slice(-5), link })
  const columns = [{ title: 'Help', links: footer.map(linkOf), hasCategories: false }]
  return send('PUT', '/settings/sections/menus', {
    value: { header: header.map(linkOf), footer: columns },
    version,
  })
}

test('a menu may lead to pages and posts that visitors see, also by a former address, and anywhere else', async () => {
  const { id } = await write('care')
  await write('caring', {}, { id, version: 1 })
  await write('wool', { kind: 'post' })
  const links = ['/pages/care', '/Blogs/wool?x=1#care', '/shop', '/pages', 'https://elsewhere.test/pages/none']
  expect(await saveMenus(links)).toMatchObject({ status: 200, data: { version: 1, warnings: [] } })
})

test('a menu that leads to what was never there is refused, with the place and the name of the link', async () => {
  await write('care')
  expect(await saveMenus(['/pages/care', '/shop'], { footer: ['/shop', '/blogs/care'] })).toEqual({
    status: 400,
    field: 'footer.0.links.1.link',
    message: 'The link /blogs/care leads nowhere: the shop has no post with this address.',
  })
  expect(await saveMenus(['/pages/__proto__'])).toMatchObject({ status: 400, field: 'header.0.link' })
  expect(await db.selectFrom('shop_setting').select('section').execute()).toEqual([])
})

test('a menu that leads to a deleted page is refused, unless the link was there before', async () => {
  const { id } = await write('care')
  await saveMenus(['/pages/care'])
  await send('DELETE', `/content/${id}`)
  const message = 'The link /pages/care leads nowhere: the page “Care” was deleted.'
  const warning = { field: 'header.1.link', value: '/pages/care', message }
  expect(await saveMenus(['/shop', '/pages/care'], { version: 1 })).toMatchObject({
    status: 200,
    data: { version: 2, warnings: [warning] },
  })
  expect((await saveMenus(['/shop'], { version: 2 })).data.warnings).toEqual([])
  expect(await saveMenus(['/pages/care'], { version: 3 })).toMatchObject({ status: 400, message })
  await write('care') // another page takes the address
  expect((await saveMenus(['/pages/care'], { version: 3 })).data.warnings).toEqual([])
})

test('a menu that leads to a draft, or to what is published later, is saved with a warning, also when it is sent twice', async () => {
  await write('care', { publishedFrom: null })
  await write('wool', { kind: 'post', title: 'Wool', publishedFrom: '2999-01-01T00:00:00.000Z' })
  const warnings = [
    {
      ...{ field: 'header.0.link', value: '/pages/care' },
      message: 'The link /pages/care leads to the page “Care”, which visitors do not see while it is a draft.',
    },
    {
      ...{ field: 'header.1.link', value: '/blogs/wool' },
      message: 'The link /blogs/wool leads to the post “Wool”, which visitors do not see yet.',
    },
  ]
  for (const _time of ['first', 'second'])
    expect((await saveMenus(['/pages/care', '/blogs/wool'])).data).toMatchObject({ version: 1, warnings })
})

test('the links of the home page and of the announcement are checked, too', async () => {
  const announcement = { ...defaultSettings.announcement, text: 'Sale', link: '/pages/none' }
  const banners = defaultSettings.home.banners.map(banner => ({ ...banner, link: '/blogs/none' }))
  for (const [section, value, field] of [
    ['announcement', announcement, 'link'],
    ['home', { ...defaultSettings.home, banners }, 'banners.0.link'],
  ] as const)
    expect(await send('PUT', `/settings/sections/${section}`, { value, version: 0 })).toMatchObject({
      status: 400,
      field,
    })
})

test('a page that links to what was never there is refused, with the name of the link', async () => {
  await write('care')
  expect(await write('wool', { document: linking('/pages/care', '/blogs/silk') })).toMatchObject({
    status: 400,
    field: 'document',
    message: 'The link /blogs/silk leads nowhere: the shop has no post with this address.',
  })
})

test('a page may link to itself, and to a draft with a warning', async () => {
  const { id, ...made } = await write('care', { publishedFrom: null, document: linking('/pages/care') })
  expect(made.data.warnings).toEqual([])
  const message = 'The link /pages/care leads to the page “Care”, which visitors do not see while it is a draft.'
  const other = await write('wool', { title: 'Wool', document: linking('/pages/care', '/pages/care') })
  expect(other.data.warnings).toEqual([{ field: 'document', value: '/pages/care', message }])
  await send('DELETE', `/content/${id}`)
  const later = await write(
    'wool',
    { title: 'Wool and silk', document: linking('/pages/care') },
    { ...other, version: 1 },
  )
  expect(later).toMatchObject({
    status: 200,
    data: { warnings: [{ message: 'The link /pages/care leads nowhere: the page “Care” was deleted.' }] },
  })
})

test('a page that visitors no longer see is saved with the name of what leads to it', async () => {
  const { id } = await write('care')
  await saveMenus(['/pages/care'])
  await write('wool', { title: 'Wool', document: linking('/pages/care') })
  const hidden = await write('care', { publishedFrom: null }, { id, version: 1 })
  expect(hidden.data.warnings).toEqual([
    {
      ...{ field: 'publishedFrom', value: '' },
      message: 'Links in the menus and “Wool” lead nowhere while visitors do not see it.',
    },
  ])
  const still = await write('care', { publishedFrom: null, title: 'Caring' }, { id, version: 2 })
  expect(still.data.warnings).toEqual([])
  await write('care', {}, { id, version: 3 })
  const later = await write('care', { publishedFrom: '2999-01-01T00:00:00.000Z' }, { id, version: 4 })
  expect(later.data.warnings).toMatchObject([{ field: 'publishedFrom', value: '2999-01-01T00:00:00.000Z' }])
  const { id: alone } = await write('silk')
  expect((await write('silk', { publishedFrom: null }, { id: alone, version: 1 })).data.warnings).toEqual([])
})

test('a collection or a category that goes, or gets an address to which nothing leads, is saved with the name of what led to it', async () => {
  const { collections, catalogue } = defaultSettings
  const winter = {
    ...{ id: 'c1', name: 'Winter', address: 'winter', words: '', picture: null, isInMenu: false, kind: 'rule' },
    ...{ rule: { ...noRule, isSale: true }, products: [], order: 'newest' },
  }
  const saveItems = (items: object[], version: number) =>
    send('PUT', '/settings/sections/collections', { value: { ...collections, items }, version })
  expect((await saveItems([winter], 0)).data.warnings).toEqual([])
  await saveMenus(['/collections/winter'])
  await write('wool', { title: 'Wool', document: linking('/categories/cosmetics') })
  expect((await saveItems([{ ...winter, words: 'Warm.' }], 1)).data.warnings).toEqual([])
  expect((await saveItems([{ ...winter, address: 'cold-days' }], 2)).data.warnings).toEqual([
    { field: '', value: '', message: 'Links in the menus to /collections/winter lead nowhere now.' },
  ])
  expect((await saveItems([], 3)).data.warnings).toEqual([])
  const saveCategories = (categories: object[], version: number, targets = {}) =>
    send('PUT', '/settings/sections/catalogue', { value: { ...catalogue, categories }, version, targets })
  const renamed = catalogue.categories.map(each => (each.id === 'cosmetics' ? { ...each, address: 'beauty' } : each))
  expect((await saveCategories(renamed, 0)).data.warnings).toEqual([]) // the former address leads to it
  const without = catalogue.categories.filter(({ id }) => id !== 'cosmetics')
  expect((await saveCategories(without, 1)).data.warnings).toMatchObject([
    { message: 'Links in the home page and “Wool” to /categories/beauty and /categories/cosmetics lead nowhere now.' },
  ])
})

test('what a change took away comes back by an undo, also with a link that was lost since', async () => {
  const { id } = await write('care')
  await saveMenus(['/pages/care'])
  await saveMenus(['/shop'], { version: 1 })
  await send('DELETE', `/content/${id}`)
  const { id: entry } = await db
    .selectFrom('audit')
    .select('id')
    .where('record', '=', 'setting')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect((await send('POST', `/admin/undo/${entry}`, {})).status).toBe(200)
})

test('a link to a category, a collection, a product or a page that the shop does not have is saved with a warning', async () => {
  const { id: made } = await createProduct(db, { name: 'Silk slip' })
  const { id: draft } = await createProduct(db, {
    name: 'Wool coat',
    is_draft: true,
    status: 'draft',
    deleted_at: new Date(),
  })
  const gone = shop.ids.uuid()
  const good = ['/categories/dress', '/Categories/Dress?size=M', `/shop/${made}/silk-slip`, '/sale', '/', '/guide.pdf']
  const bad: [link: string, message: string][] = [
    ['/categories/dreses', 'leads nowhere: the shop has no category with this address.'],
    ['/categories', 'leads nowhere: the shop has no category with this address.'],
    ['/collections/evening', 'leads nowhere: the shop has no collection with this address.'],
    [`/shop/${gone}`, 'leads nowhere: the shop has no product with this address.'],
    ['/shop/silk-slip', 'leads nowhere: the shop has no product with this address.'],
    [`/shop/${draft}`, 'leads to the product “Wool coat”, which visitors do not see.'],
    ['/shoop', 'leads nowhere: the shop has no such page.'],
  ]
  const { data } = await write('care', { document: linking(...good, ...bad.map(([link]) => link)) })
  expect(data.warnings).toEqual(
    bad.map(([link, message]) => ({ field: 'document', value: link, message: `The link ${link} ${message}` })),
  )
  const value = { ...defaultSettings.announcement, text: 'Sale', link: '/categories/dreses' }
  const announced = await send('PUT', '/settings/sections/announcement', { value, version: 0 })
  expect(announced.data.warnings).toMatchObject([{ field: 'link', value: '/categories/dreses' }])
})
