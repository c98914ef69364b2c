import { beforeAll, expect, test } from 'vitest'
import type { ManagedContent } from '#domain/content/content.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { checkShop } from '../integrity/check-shop.ts'
import { importDefaultContent } from './import-defaults.ts'

const { app, db, shop } = await testApp({ limits: noLimits })
const { clock, ids } = shop
const asAdmin = await signIn(db, await createUser(db, { role: 'admin' }))
const asCustomer = await signIn(db, await createUser(db))

beforeAll(async () => {
  await importDefaultContent(db, { clock, ids })
})

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
async function send(method: Method, path: string, payload?: object, headers: Record<string, string> = asAdmin) {
  const response = await app.inject({ method, url: `/api${path}`, headers, payload })
  return { status: response.statusCode, headers: response.headers, ...response.json() }
}
const get = async (path: string) => (await send('GET', path, undefined, {})).data
const words = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const past = '2026-01-02T03:04:05.000Z'
const blank = {
  ...{ title: 'Wool', summary: 'Warm.', showsSummary: true, author: 'Ines', picture: null, alt: '' },
  ...{ seoTitle: '', seoDescription: '', document: words('Wash it cold.'), publishedFrom: past },
}
let made = 0
/** Saves a new post. */
async function write(change: object = {}, id = ids.uuid()) {
  const content = { ...blank, kind: 'post', address: `post-${++made}`, ...change }
  const answer = await send('PUT', `/content/${id}`, { content, version: 0 })
  return { ...answer, id, content, saved: answer.data as ManagedContent }
}
const change = (id: string, content: object, version: number) => send('PUT', `/content/${id}`, { content, version })
const lastAudit = () =>
  db.selectFrom('audit').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

test('the house is imported once, in the order of its list, and never again', async () => {
  const pages = await get('/pages')
  expect(pages.map(({ title }: { title: string }) => title)).toEqual([
    'About us',
    'Shipping & returns',
    'Size guide',
    'Questions and answers',
    'Privacy',
    'Terms',
  ])
  const { posts, totalPosts } = await get('/posts?limit=4')
  expect(totalPosts).toBe(4)
  expect(posts.map(({ minutes }: { minutes: number }) => minutes)).toEqual([3, 3, 3, 3])
  await importDefaultContent(db, { clock, ids })
  expect((await get('/posts')).totalPosts).toBe(4)
})

test('a text that the owner has changed in an earlier release is imported instead of that of the house', async () => {
  const other = await testApp()
  await other.db
    .insertInto('shop_setting')
    .values({
      section: 'policies',
      value: JSON.stringify({ terms: '#### Ours\n\nYou pay {name}.' }),
      changed_at: new Date(),
    })
    .execute()
  await Promise.all([importDefaultContent(other.db, { clock, ids }), importDefaultContent(other.db, { clock, ids })])
  const terms = (await other.app.inject('/api/pages/terms')).json().data
  expect(JSON.stringify(terms.document)).toMatch(/"heading".*"Ours"/)
  expect(await other.db.selectFrom('content').select('id').execute()).toHaveLength(10)
})

test('a post is seen by visitors once it is published, with its pictures, products and neighbours', async () => {
  const product = await createProduct(db, { name: 'Wool scarf' })
  const hidden = await createProduct(db, { is_draft: true, deleted_at: new Date() })
  const document = {
    type: 'doc',
    content: [...words('A scarf.').content, ...[product, hidden].map(({ id }) => ({ type: 'product', attrs: { id } }))],
  }
  const { id, content, saved } = await write({ document, publishedFrom: null, address: 'a-scarf' })
  expect((await send('GET', '/posts/a-scarf', undefined, {})).status).toBe(404)
  expect((await send('GET', '/content/addresses', undefined, {})).data.posts).not.toContain('a-scarf')
  const preview = await send('GET', `/content/previews/${saved.preview.slice('/preview/'.length)}`, undefined, {})
  expect(preview.data).toMatchObject({ title: 'Wool', date: null })
  expect(String(preview.headers['cache-control'])).not.toMatch(/max-age=[1-9]/)
  for (const wrong of [`${id}/${'0'.repeat(32)}`, `${id}/x`, 'x/y'])
    expect((await send('GET', `/content/previews/${wrong}`, undefined, {})).status).toBe(404)

  expect((await change(id, { ...content, publishedFrom: '2026-10-01T00:00:00Z' }, 1)).status).toBe(200)
  const shown = await get('/posts/a-scarf')
  expect(shown).toMatchObject({
    title: 'Wool',
    date: '2026-10-01T00:00:00.000Z',
    products: [{ _id: product.id }],
    previous: { address: 'a-small-wardrobe-that-works' },
    next: { address: 'layering-gold' },
  })
  expect(shown).not.toHaveProperty('preview')
  expect(await get('/content/addresses')).toMatchObject({ posts: expect.arrayContaining(['a-scarf']) })
})

test('a post with a later time is not seen before it', async () => {
  await write({ address: 'later', publishedFrom: new Date(Date.now() + 60_000).toISOString() })
  expect((await send('GET', '/posts/later', undefined, {})).status).toBe(404)
})

test('who deletes a page reads what still leads to it, also by a former address', async () => {
  const linked = await write({ address: 'care', kind: 'page' })
  await change(linked.id, { ...linked.content, address: 'care-of-wool' }, 1)
  const link = { type: 'link', attrs: { href: '/pages/care' } }
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Care', marks: [link] }] }
  await write({ address: 'wool', title: 'On wool', document: { type: 'doc', content: [paragraph] } })
  const deleted = await send('DELETE', `/content/${linked.id}`)
  expect(deleted.data.warning).toBe('Links in “On wool” lead nowhere now.')
  const about = await db.selectFrom('content').select('id').where('address', '=', 'about').executeTakeFirstOrThrow()
  const { data } = await send('DELETE', `/content/${about.id}`)
  expect(data.warning).toBe('Links in the menus lead nowhere now.')
  const lonely = await write({ address: 'lonely' })
  expect((await send('DELETE', `/content/${lonely.id}`)).data).toEqual({ auditId: expect.any(String) })
  expect((await send('POST', `/admin/undo/${data.auditId}`)).status).toBe(200)
})

test('a former address leads to the present one, until another takes it', async () => {
  const { id, content } = await write({ address: 'first' })
  await change(id, { ...content, address: 'second' }, 1)
  await change(id, { ...content, address: 'third' }, 2)
  for (const address of ['first', 'second', 'third', 'FIRST'])
    expect((await get(`/posts/${address}`)).address).toBe('third')
  expect((await send('GET', '/pages/first', undefined, {})).status).toBe(404)
  const other = await write({ address: 'first', title: 'Another' })
  expect(other.status).toBe(200)
  expect((await get('/posts/first')).title).toBe('Another')
  await change(id, { ...content, address: 'second' }, 3) // back to its own
  expect((await get('/posts/third')).address).toBe('second')
  const taken = await change(id, { ...content, address: 'first' }, 4)
  expect(taken).toMatchObject({ status: 409, message: '“Another” has the address first already: each needs its own.' })
})

test('what is sent twice is saved once; what somebody else has changed is not overwritten', async () => {
  const { id, content } = await write()
  expect((await change(id, content, 0)).data.version).toBe(1)
  const next = { ...content, title: 'Wool again' }
  const both = await Promise.all([change(id, next, 1), change(id, next, 1)])
  expect(both.map(({ status, data }) => [status, data.version])).toEqual([
    [200, 2],
    [200, 2],
  ])
  expect(await change(id, { ...content, title: 'Mine' }, 1)).toMatchObject({
    status: 409,
    message: expect.stringContaining('Somebody has changed this'),
  })
  expect((await change(ids.uuid(), content, 3)).status).toBe(409)
})

test('of two that take one address at once, one gets it', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => write({ address: 'wanted' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
})

test('every change is in the audit and can be taken back, unless changed since', async () => {
  const { id, content } = await write({ address: 'audited' })
  const created = await lastAudit()
  await change(id, { ...content, title: 'Felt', address: 'felted' }, 1)
  const changed = await lastAudit()
  expect(changed).toMatchObject({
    action: 'write content',
    before: { title: 'Wool', address: 'audited' },
    after: { title: 'Felt', address: 'felted' },
  })
  expect((await send('POST', `/admin/undo/${created.id}`)).status).toBe(409)
  expect((await send('POST', `/admin/undo/${changed.id}`)).status).toBe(200)
  expect(await get('/posts/felted')).toMatchObject({ title: 'Wool', address: 'audited' })
  expect((await send('POST', `/admin/undo/${changed.id}`)).status).toBe(409)

  const { data } = await send('DELETE', `/content/${id}`)
  expect((await send('GET', '/posts/audited', undefined, {})).status).toBe(404)
  expect((await send('GET', '/posts/felted', undefined, {})).status).toBe(404)
  expect((await send('DELETE', `/content/${id}`)).status).toBe(404)
  expect((await change(id, content, 4)).status).toBe(404)
  const squatter = await write({ address: 'audited', title: 'Squatter' })
  expect((await send('POST', `/admin/undo/${data.auditId}`)).message).toContain('“Squatter” has the address')
  await send('DELETE', `/content/${squatter.id}`)
  expect((await send('POST', `/admin/undo/${data.auditId}`)).status).toBe(200)
  expect(await get('/posts/felted')).toMatchObject({ address: 'audited' })
  expect((await send('GET', '/audit?q=Wool&record=content')).data.length).toBeGreaterThan(0)

  const fresh = await write()
  expect((await send('POST', `/admin/undo/${(await lastAudit()).id}`)).status).toBe(200)
  expect((await send('GET', `/content/${fresh.id}`)).status).toBe(404)
  const { images, payments, config } = shop
  const { rules } = await checkShop({ db, images, payments: payments.provider, clock, origin: config.publicOrigin })
  expect(rules.filter(({ broken }) => broken > 0)).toEqual([])
})

test('only admins write, and a visitor reads no draft from their list', async () => {
  const { id, content } = await write()
  for (const headers of [{}, asCustomer])
    for (const [method, path, body] of [
      ['GET', '/content'],
      ['GET', `/content/${id}`],
      ['PUT', `/content/${id}`, { content, version: 1 }],
      ['DELETE', `/content/${id}`],
    ] as const) {
      const { status } = await send(method, path, body, headers)
      expect(status).toBe(headers === asCustomer ? 403 : 401)
    }
})

test.each<[string, object, number]>([
  ['no fields', {}, 400],
  ['no document', { content: { ...blank, kind: 'page', address: 'a', document: undefined }, version: 0 }, 400],
  ['a NUL', { content: { ...blank, kind: 'page', address: 'nul', title: 'a\u0000b' }, version: 0 }, 400],
  [
    'a picture that is gone',
    { content: { ...blank, kind: 'page', address: 'gone', picture: 'a'.repeat(32) }, version: 0 },
    409,
  ],
  ['a version that is no number', { content: {}, version: 'x' }, 400],
  ['a list', { content: [], version: 0 }, 400],
  ['a number', { content: 7, version: 0 }, 400],
  ['a huge version', { content: { ...blank, kind: 'page', address: 'huge' }, version: 1e300 }, 409],
])('%s is refused with a sentence, and nothing is saved', async (_, body, status) => {
  const id = ids.uuid()
  const answer = await send('PUT', `/content/${id}`, body)
  expect({ status: answer.status, message: typeof answer.message }).toEqual({ status, message: 'string' })
  expect((await send('GET', `/content/${id}`)).status).toBe(404)
})

test('an address or an id that is none finds nothing', async () => {
  for (const path of [
    '/pages/__proto__',
    '/posts/constructor',
    `/pages/${'a'.repeat(900)}`,
    '/pages/%00',
    '/content/nowhere',
  ])
    expect([400, 404], path).toContain((await send('GET', path)).status)
  expect((await send('PUT', '/content/nowhere', { content: blank, version: 0 })).status).toBe(400)
})

test('a page cannot become a post', async () => {
  const { id, content } = await write()
  expect((await change(id, { ...content, kind: 'page' }, 1)).status).toBe(400)
})
