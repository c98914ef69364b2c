import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { defaultSettings } from '#domain/settings/defaults.ts'
import type { ManagedSettings, Section } from '#domain/settings/section.ts'
import type { ShopFrame } from '#domain/settings/shown.ts'
import { buildApp } from '#server/app.ts'
import { savePicture } from '#server/images/picture.ts'
import { sweepPictures } from '#server/images/sweep.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { copyDefaultSettings } from './copy-defaults.ts'

const { app, db, images, shop } = await testApp({ subscribes: true })
const other = await buildApp(shop)
afterAll(() => other.close())
const asOwner = await signIn(db, await createUser(db, { role: 'admin' }))
const asAda = await signIn(db, await createUser(db))

beforeEach(async () => {
  await db.deleteFrom('shop_setting_change').execute()
  await db.deleteFrom('shop_setting').execute()
})

async function get<Data>(url: string, at = app, headers = {}): Promise<Data> {
  return (await at.inject({ url: `/api/settings${url}`, headers })).json().data
}
const pictureOf = (shade: number) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: { r: shade, g: 0, b: 0 } } })
    .png()
    .toBuffer()
const frame = (at = app) => get<ShopFrame>('', at)
const managed = () => get<ManagedSettings>('/sections', app, asOwner)

async function save(section: Section, changes: object, { version = 0, headers = asOwner, at = app } = {}) {
  const value = { ...defaultSettings[section], ...changes }
  const response = await at.inject({
    method: 'PUT',
    url: `/api/settings/sections/${section}`,
    headers,
    payload: { value, version },
  })
  const { data, message } = response.json()
  return { status: response.statusCode, data, message }
}

test('a shop begins with the settings of the code, which its first start copies', async () => {
  expect(await frame()).toMatchObject({ name: 'Vitrine', hasDefaultName: true, announcement: null, accent: null })
  await copyDefaultSettings(db)
  await copyDefaultSettings(db)
  expect(await managed()).toMatchObject({
    identity: { value: defaultSettings.identity, version: 1, isOwn: false },
    home: { value: defaultSettings.home, version: 1, isOwn: false },
  })
})

test('only an admin reads and changes all settings', async () => {
  for (const [headers, status] of [
    [{}, 401],
    [asAda, 403],
  ] as const) {
    expect((await app.inject({ url: '/api/settings/sections', headers })).statusCode).toBe(status)
    expect((await save('identity', { name: 'Mine' }, { headers: headers as typeof asOwner })).status).toBe(status)
  }
  expect(await frame()).toMatchObject({ name: 'Vitrine' })
})

test('a change is shown with the next request, and in another process within 100 ms', async () => {
  expect((await frame(other)).name).toBe('Vitrine')
  expect(await save('identity', { name: ' Maison  Iris ', accent: '#046' })).toMatchObject({
    status: 200,
    data: { value: { name: 'Maison Iris', accent: '#004466' }, version: 1 },
  })
  expect(await frame()).toMatchObject({
    name: 'Maison Iris',
    accent: { light: { text: '#004466' } },
    shared: { url: '/art/hero-1280.webp' },
  })
  await expect.poll(async () => (await frame(other)).name, { interval: 2, timeout: 1_000 }).toBe('Maison Iris')
  const errorPage = async () => (await app.inject({ url: '/sandbox/no-page', headers: { accept: 'text/html' } })).body
  await expect.poll(errorPage).toContain('· Maison Iris</title>') // what a process knows by itself is read again after the change
})

test('of two who change the same, one is told; the same again changes nothing', async () => {
  const both = await Promise.all(['Iris', 'Lys'].map(name => save('identity', { name })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.message).toMatch(/^Somebody has changed this since you opened it/)
  const { identity } = await managed()
  for (const version of [0, 1]) // the answer to the first may have been lost
    expect(await save('identity', identity.value, { version })).toMatchObject({ status: 200, data: { version: 1 } })
  expect((await db.selectFrom('shop_setting_change').selectAll().execute()).length).toBe(1)
})

test('a change is undone from the audit, unless a later one followed', async () => {
  await save('contact', { address: ['3 rue des Lilas', 'Lyon'], phone: '' })
  const entries = async () => (await app.inject({ url: '/api/audit?record=setting', headers: asOwner })).json().data
  const [entry] = await entries()
  expect(entry).toMatchObject({
    action: 'change settings',
    recordName: 'contact',
    before: { 'address.0': '12 Arcade Row', phone: '+44 20 7946 0123' },
    after: { 'address.0': '3 rue des Lilas', phone: '' },
    canUndo: true,
  })
  const undo = async (id: string) => {
    const response = await app.inject({ method: 'POST', url: `/api/admin/undo/${id}`, headers: asOwner })
    return response.json().message
  }
  await save('contact', { phone: '+33 4 00 00 00 00' }, { version: 1 })
  expect(await undo(entry._id)).toBe('These settings were changed since.')
  const [later] = await entries()
  expect(await undo(later._id)).toBe('Taken back')
  expect(await frame()).toMatchObject({ address: ['3 rue des Lilas', 'Lyon'], phone: '' })
})

test('an end that has passed is named when what it ends was changed', async () => {
  const until = '2020-02-01T00:00:00.000Z'
  const message = 'This end has passed, so it is not shown any more.'
  const sale = { text: 'Winter sale', link: '/sale', until }
  const warningsOf = async (...sent: Parameters<typeof save>) => (await save(...sent)).data.warnings
  expect(await warningsOf('announcement', sale)).toEqual([{ field: 'until', value: until, message }])
  expect(await warningsOf('announcement', { ...sale, text: 'Spring sale' }, { version: 1 })).toMatchObject([
    { message },
  ])
  expect(await warningsOf('announcement', { ...sale, until: '2999-01-01T00:00:00Z' }, { version: 2 })).toEqual([])
  const [hero] = defaultSettings.home.heroes
  const heroes = [{ ...hero, title: 'Easter', until }, hero]
  expect(await warningsOf('home', { heroes })).toEqual([{ field: 'heroes.0.until', value: until, message }])
  expect(await warningsOf('home', { heroes: heroes.toReversed() }, { version: 1 })).toEqual([])
})

test('what cannot be used is refused with a sentence, and changes nothing', async () => {
  const { heroes, deals } = defaultSettings.home
  const [hero] = heroes
  const cases: [Section, object, RegExp][] = [
    ['identity', { name: ' \u200b ' }, /^The name of the shop is missing/],
    ['identity', { name: 'a'.repeat(200) }, /^The name of the shop can have at most 60 characters/],
    ['identity', { accent: '#ffcc00' }, /^This accent has a contrast of 1\.\d to 1/],
    ['identity', { accent: 'red; }' }, /^The accent must be a color such as #8e2f3c/],
    ['identity', { mark: '../../etc/passwd' }, /^The mark must be uploaded first/],
    ['identity', { mark: 'a'.repeat(32) }, /^A picture is not there any more/],
    ['contact', { email: 'iris' }, /^Please type the whole e-mail address/],
    ['contact', { email: 'https://user:pw@evil.example' }, /^Please type the whole e-mail address/],
    ['emails', { senderAddress: 'https://user:pw@evil.example' }, /^Please type the whole address of the sender/],
    ['contact', { phone: 'call me' }, /^The telephone number can have digits/],
    [
      'contact',
      { social: [{ label: 'Us', link: 'javascript:alert(1)' }] },
      /^A social link must be a page of the shop/,
    ],
    ['contact', { address: Array(7).fill('a') }, /^There can be at most 6 lines of an address/],
    ['contact', { address: [{}] }, /^A line of the address must be a text/],
    ['announcement', { text: 'Sale', from: '2026-12-02T00:00:00Z', until: '2026-12-01T00:00:00Z' }, /must come after/],
    ['announcement', { text: 'Sale', link: 'https://' }, /^The link of the announcement must be a page/],
    ['announcement', { text: 'Sale', from: 'soon' }, /must be a date with a time/],
    ['home', { heroes: [{ ...hero, link: 'http://x' }] }, /^The link of the hero must be/],
    ['home', { heroes: [{ ...hero, until: '2027-01-01T00:00:00Z' }] }, /^One hero must have no dates/],
    ['home', { heroes: 'none' }, /^Heroes must be a list/],
    ['home', { deals: { ...deals, secs: '5s' } }, /^The number of secs must be digits/],
    ['menus', { header: [{ label: 'Shop', link: 'javascript:alert(1)' }] }, /^The link must be a page of the shop/],
    ['menus', { header: [{ label: '', link: '/shop' }] }, /^The label of a link is missing/],
    ['menus', { header: Array(6).fill({ label: 'Shop', link: '/shop' }) }, /^There can be at most 5 links at the top/],
    [
      'menus',
      { header: Array(3).fill({ label: 'A label of 16 ab', link: '/shop' }) },
      /room for 30 characters together/,
    ],
    ['menus', { footer: [{ title: '', links: [] }] }, /^The title of a column is missing/],
    ['menus', { header: Array(2).fill({ label: 'Shop', link: '/shop' }) }, /^Two links at the top lead to \/shop/],
    ['menus', { footer: Array(2).fill({ title: 'Us', links: [] }) }, /^There are two columns called Us/],
    ['menus', { footer: 'none' }, /^Columns at the end must be a list/],
  ]
  for (const [section, changes, sentence] of cases) {
    const { status, message } = await save(section, changes)
    expect({ section, changes, status, message }).toEqual({
      section,
      changes,
      status: /there any more/.test(sentence.source) ? 409 : 400,
      message: expect.stringMatching(sentence),
    })
  }
  for (const value of [null, 'text', [], 5]) {
    const payload = { value, version: 0 }
    const response = await app.inject({ method: 'PUT', url: '/api/settings/sections/home', headers: asOwner, payload })
    expect([response.statusCode, response.json().message]).toEqual([400, 'The section must be an object.'])
  }
  expect(await db.selectFrom('shop_setting_change').selectAll().execute()).toEqual([])
})

test('an announcement begins and ends by itself, in cached answers too', async () => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  await save('announcement', { text: 'Sale until Sunday', link: '/shop', from: at(300), until: at(900) })
  expect((await frame()).announcement).toBeNull()
  const shown = async () => (await frame()).announcement?.text
  await expect.poll(shown, { interval: 20, timeout: 5_000 }).toBe('Sale until Sunday')
  await expect.poll(shown, { interval: 20, timeout: 5_000 }).toBeUndefined()
})

test('a hero whose time it is stands before the one without dates', async () => {
  const [hero] = defaultSettings.home.heroes
  const heroes = [
    { ...hero, title: 'Later', from: '2999-01-01T00:00:00Z' },
    { ...hero, title: 'Now', from: '2020-01-01T00:00:00Z' },
    hero,
  ]
  await save('home', { heroes, deals: { ...defaultSettings.home.deals, isShown: false } })
  expect(await get('/home')).toMatchObject({ hero: { title: 'Now' }, deals: null })
})

test('signs that turn the order of letters around are left out', async () => {
  await save('identity', { name: 'Maison \u202esirI\u2066' })
  await save('contact', { legal: 'SIRET\n\u202e123\u2069' })
  expect(await frame()).toMatchObject({ name: 'Maison sirI', legal: 'SIRET\n123' })
})

test('the menus are in the order of the owner, on every page', async () => {
  const { header, footer } = defaultSettings.menus
  const reversed = { header: header.toReversed(), footer: footer.toReversed(), hidesPictures: true }
  await save('menus', reversed)
  expect((await frame()).menus).toEqual(reversed)
})

test('a picture of the settings, or of what an undo brings back, is not swept', async () => {
  const [mark, next, unused] = await Promise.all(
    [10, 20, 30].map(async shade => await savePicture(shop, await pictureOf(shade))),
  )
  await save('identity', { mark })
  expect((await frame()).mark).toMatchObject({ id: mark })
  await save('identity', { mark: next }, { version: 1 })
  await db
    .updateTable('image')
    .set({ created_at: new Date(0) })
    .execute()
  expect(await sweepPictures({ db, images, clock: shop.clock })).toBe(1)
  const left = await db.selectFrom('image').select('id').execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual([mark, next].toSorted())
  expect(unused).not.toBe(mark)
})

test('the audit calls products, categories and countries by their names', async () => {
  const dress = await createProduct(db, { name: 'Silk dress' })
  const rule = { isSale: false, newest: null, category: 'dress', color: 'red', minPrice: null, maxPrice: null }
  const texts = { name: 'Evening', address: 'evening', words: '', picture: null, isInMenu: true }
  const byHand = { id: 'a', ...texts, kind: 'hand', rule, products: [dress.id], order: 'own' }
  const byRule = { ...byHand, id: 'b', name: 'Red', address: 'red', kind: 'rule', products: [], order: 'newest' }
  const method = { name: 'Post', priceCents: 490, freeFromCents: null, minDays: 1, maxDays: 2, isPickup: false }
  const changes = [
    await save('collections', { items: [byHand, byRule] }),
    await save('delivery', { zones: [{ name: 'Near', countries: ['FR', 'DE'], methods: [method] }] }),
    await save('returns', { exempt: ['cosmetics'] }),
  ]
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200])
  const rows = await db.selectFrom('audit').select('after').orderBy('id', 'desc').limit(3).execute()
  expect(Object.assign({}, ...rows.map(({ after }) => after))).toMatchObject({
    'items.0.products': 'Silk dress',
    'items.1.rule.category': 'Dress',
    'items.1.rule.color': 'red',
    'zones.0.countries': 'France, Germany',
    exempt: 'Cosmetics',
  })
})
