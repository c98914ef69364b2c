import { beforeAll, expect, test } from 'vitest'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { policySlugs } from '#domain/settings/section.ts'
import { builtPages } from '#server/pages/built.ts'
import { posts } from '../../../src/web/blog/posts.ts'
import { infoPages } from '../../../src/web/pages/pages.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { writableKinds, writeEmail } from '../mail/write-email.ts'

const origin = 'http://localhost:3000'
const { app, db, shop } = await testApp({ subscribes: true, limits: noLimits, pages: builtPages })
const olga = await createUser(db, { role: 'admin', email: 'olga@maison-iris.example' })
const asOwner = await signIn(db, olga)
const dress = await createProduct(db, { name: 'Silk dress' })
const order = await createOrder(db, [dress], { email: 'ada@example.com', status: 'shipped' })
/** The name, the street, the town, the telephone and the domain of the demo's shop. */
const demoShop = /vitrine|arcade row|london|7946/i

const own = {
  identity: { name: 'Maison Iris', tagline: 'robes à Lyon', mark: null, accent: '#1f4d3a' },
  contact: {
    address: ['3 rue des Lilas', '69001 Lyon'],
    phone: '+33 4 78 00 00 00',
    email: 'bonjour@maison-iris.example',
    social: [{ label: 'Instagram', link: 'https://instagram.com/maisoniris' }],
    legal: 'SIRET 123 456 789 00012',
  },
  emails: { ...defaultSettings.emails, senderName: 'Iris', senderAddress: 'bonjour@maison-iris.example' },
  announcement: { text: 'Closed on Monday', link: '', from: null, until: null },
  policies: Object.fromEntries(policySlugs.map(slug => [slug, `## ${slug}\n\n{name}, {address}, {phone}, {email}`])),
}

beforeAll(async () => {
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
  ...infoPages.map(({ slug }) => `/pages/${slug}`),
  ...posts.map(({ slug }) => `/blogs/${slug}`),
  ...['/login', '/register', '/forgot-password', '/success', '/nowhere', `/orders/${order.order_id}`, '/dashboard'],
  ...['/sandbox/pay/none', '/alerts/none', '/%', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest'],
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

test.each(policySlugs)('of the page %s every word is from the text of the owner', async slug => {
  const main = (await page(`/pages/${slug}`)).match(/<main[\s\S]*<\/main>/)?.[0] ?? ''
  const words = main.replaceAll(/<nav aria-label="Breadcrumb"[\s\S]*?<\/nav>/g, '').replaceAll(/<[^>]+>/g, ' ')
  const title = infoPages.find(each => each.slug === slug)?.title.replace('&', '&amp;')
  const text = 'Maison Iris , 3 rue des Lilas, 69001 Lyon , +33 4 78 00 00 00 , bonjour@maison-iris.example'
  expect(words.replaceAll(/\s+/g, ' ').trim()).toBe(`${title} ${slug} ${slug} ${text}`)
  expect(main).not.toContain('/art/')
})

test('the list of pages says nothing of the demo', async () => {
  const list = await page('/pages')
  expect(list).not.toMatch(/free|guarantee|well-lit|till/i)
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
