import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { contentPath } from '#domain/content/content.ts'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { builtPages } from '#server/pages/built.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { defaultContent } from '../content/defaults/default-content.ts'
import { importDefaultContent } from '../content/import-defaults.ts'
import { savePicture } from '../images/picture.ts'
import { writableKinds, writeEmail } from '../mail/write-email.ts'

const origin = 'http://localhost:3000'
const { app, db, images, shop } = await testApp({ subscribes: true, limits: noLimits, pages: builtPages })
const olga = await createUser(db, { role: 'admin', email: 'olga@maison-iris.example' })
const asOwner = await signIn(db, olga)
const dress = await createProduct(db, { name: 'Silk dress' })
const order = await createOrder(db, [dress], { email: 'ada@example.com', status: 'shipped' })
const newOrder = await createOrder(db, [dress], { email: 'ada@example.com' })
/** The name, the street, the town, the telephone and the domain of the demo's shop. */
const demoShop = /vitrine|arcade row|london|7946 ?0123/i // four digits alone may stand in any id

const own = {
  identity: { name: 'Maison Iris', tagline: 'robes à Lyon', mark: null, accent: '#1f4d3a' },
  contact: {
    address: ['3 rue des Lilas', '69001 Lyon'],
    phone: '+33 4 78 00 00 00',
    email: 'bonjour@maison-iris.example',
    social: [{ label: 'Instagram', link: 'https://instagram.com/maisoniris' }],
    legal: 'SIRET 123 456 789 00012',
  },
  emails: {
    ...defaultSettings.emails,
    placed: 'Ready within a week.',
    senderName: 'Iris',
    senderAddress: 'bonjour@maison-iris.example',
  },
  announcement: { text: 'Closed on Monday', link: '', from: null, until: null },
}

beforeAll(async () => {
  await importDefaultContent(db, shop)
  for (const [section, value] of Object.entries(own)) {
    const url = `/api/settings/sections/${section}`
    const { statusCode } = await app.inject({ method: 'PUT', url, headers: asOwner, payload: { value, version: 0 } })
    expect([section, statusCode]).toEqual([section, 200])
  }
})

const page = async (url: string, headers = {}) =>
  (await app.inject({ url, headers: { accept: 'text/html', ...headers } })).body

test.each([
  ...['/', '/shop', `/shop/${dress.id}`, '/categories/dress', '/search?q=dress', '/contact', '/blogs', '/pages'],
  ...defaultContent.map(contentPath),
  ...['/login', '/register', '/forgot-password', '/success', '/nowhere', `/orders/${order.order_id}`, '/dashboard'],
  ...['/sandbox/pay/none', '/alerts/none', '/%', '/sitemap.xml', '/robots.txt', '/site.webmanifest', '/favicon.svg'],
])('a renamed shop has nothing of the name of the demo on %s', async url => {
  const body = await page(url)
  expect(body).not.toMatch(demoShop)
  if (body.includes('<title>')) expect(body).toMatch(/Maison Iris/)
})

test('the pages say what the owner says', async () => {
  const home = await page('/')
  expect(home).toContain('<title>Maison Iris, robes à Lyon</title>')
  for (const text of ['3 rue des Lilas, 69001 Lyon', 'tel:+33478000000', 'Instagram', 'SIRET', 'Closed on Monday'])
    expect(home).toContain(text)
  expect(home).toContain(':root{--rosewood:#1f4d3a;--wine:#1f4d3a}')
  expect(home).toContain(`${origin}/art/hero-1280.webp`)
  expect(await page('/pages/terms')).toContain('href="mailto:bonjour@maison-iris.example"')
})

test('of a page every word is from the text of the owner', async () => {
  const text = '{name}, {address}, {phone}, {email}'
  const content = {
    ...{ kind: 'page', title: 'House rules', address: 'rules', summary: '', author: '', alt: '', seoTitle: '' },
    ...{ seoDescription: '', picture: null, showsSummary: false, publishedFrom: '2026-01-01T00:00:00Z' },
    document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
  }
  const url = `/api/content/${shop.ids.uuid()}`
  await app.inject({ method: 'PUT', url, headers: asOwner, payload: { content, version: 0 } })
  const main = (await page('/pages/rules')).match(/<main[\s\S]*<\/main>/)?.[0] ?? ''
  const words = main.replaceAll(/<nav aria-label="Breadcrumb"[\s\S]*?<\/nav>/g, '').replaceAll(/<[^>]+>/g, ' ')
  const filled = 'Maison Iris , 3 rue des Lilas, 69001 Lyon , +33 4 78 00 00 00 , bonjour@maison-iris.example'
  expect(words.replaceAll(/\s+/g, ' ').trim()).toBe(`House rules ${filled}`)
  expect(main).not.toContain('/art/')
})

test('the description of the API has the name of the shop', async () => {
  expect((await app.inject('/api/docs')).json().info).toEqual({ title: 'Maison Iris', version: '1' })
})

test('without a mark the icon is the first letter of the name, in the accent', async () => {
  for (const url of ['/favicon.ico', '/favicon.svg', '/favicon.png']) {
    const { body, headers } = await app.inject({ url })
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(body).toMatch(/fill="#1f4d3a">M<\/text>/)
  }
  expect((await app.inject({ url: '/icon-192.png' })).statusCode).toBe(404)
  expect(await page('/')).toContain('<link rel="manifest" href="/site.webmanifest"/>')
  const manifest = (await app.inject({ url: '/site.webmanifest' })).json()
  expect(manifest).toMatchObject({ name: 'Maison Iris', theme_color: '#1f4d3a' })
  expect(manifest.icons).toEqual([{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }])
})

test('with a mark the icons are the mark, as squares', async () => {
  const wide = await sharp({ create: { width: 640, height: 320, channels: 3, background: '#004020' } })
    .png()
    .toBuffer()
  const mark = await savePicture({ db, images, clock: shop.clock }, wide)
  const save = (identity: object, version: number) =>
    app.inject({
      ...{ method: 'PUT', url: '/api/settings/sections/identity', headers: asOwner },
      payload: { value: { ...own.identity, ...identity }, version },
    })
  expect((await save({ mark }, 1)).statusCode).toBe(200)
  await expect.poll(() => app.shopFrame().mark?.id).toBe(mark)
  for (const [url, size] of [
    ['favicon.ico', 192],
    ['favicon.svg', 192],
    ['icon-192.png', 192],
    ['icon-512.png', 512],
  ] as const) {
    const { rawPayload, headers } = await app.inject({ url: `/${url}` })
    expect(headers['content-type']).toBe('image/png')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: size, height: size })
  }
  const { icons } = (await app.inject({ url: '/site.webmanifest' })).json()
  expect(icons.map(({ src }: { src: string }) => src)).toEqual(['/icon-192.png', '/icon-512.png'])
  expect(await page('/')).toContain(`href="/favicon.png?v=${mark}"`)
  expect((await save({}, 2)).statusCode).toBe(200)
})

test('the list of pages says nothing of the demo', async () => {
  const list = await page('/pages')
  expect(list).not.toMatch(/guarantee|well-lit|till/i)
})

test("an order's page says what the owner says about a paid order, or nothing", async () => {
  const shown = async () => (await page(`/orders/${newOrder.order_id}`)).match(/What happens next[\s\S]*?<ol/)?.[0]
  expect(await shown()).toContain('Ready within a week.')
  const payload = { value: { ...own.emails, placed: '' }, version: 1 }
  const saved = await app.inject({ method: 'PUT', url: '/api/settings/sections/emails', headers: asOwner, payload })
  expect(saved.statusCode).toBe(200)
  expect(await shown()).not.toMatch(/<p|We pack it/)
})

test('every e-mail bears the name of the owner, and none that of the demo', async () => {
  const at = new Date()
  const mailer = { send: async () => undefined }
  const written: string[] = []
  for (const kind of writableKinds.filter(
    kind => kind.startsWith('order-') || kind.includes('-email') || kind === 'password-reset',
  )) {
    const id = shop.ids.uuid()
    const isOrder = kind.startsWith('order-')
    if (kind === 'order-refunded')
      await db.updateTable('order').set({ payment_state: 'refunded' }).where('id', '=', order.id).execute()
    if (kind === 'order-cancelled')
      await db.updateTable('order').set({ cancelled_at: at }).where('id', '=', order.id).execute()
    await db
      .insertInto('mail')
      .values({
        ...{ id, kind: kind as 'order-shipped', created_at: at },
        ...(isOrder ? { order_id: order.id } : { address: olga.email }),
      })
      .execute()
    const queued = await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const email = await writeEmail({ db, mailer, clock: shop.clock, origin }, queued)
    expect([kind, email?.sender]).toEqual([kind, { name: 'Iris', address: 'bonjour@maison-iris.example' }])
    expect(JSON.stringify(email)).not.toMatch(demoShop)
    expect(email?.text).toContain('Maison Iris\n3 rue des Lilas\n69001 Lyon\nbonjour@maison-iris.example\nSIRET')
    expect(email?.html).toContain('#1f4d3a')
    written.push(kind)
  }
  expect(written).toEqual(
    expect.arrayContaining(['order-confirmation', 'order-shipped', 'order-refunded', 'password-reset']),
  )
})
