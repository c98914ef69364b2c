import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { builtPages } from '#server/pages/built.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { savePicture } from '../images/picture.ts'
import { sweepPictures } from '../images/sweep.ts'
import { importDefaultContent } from './import-defaults.ts'

const { app, db, shop, images } = await testApp({ subscribes: true, limits: noLimits, pages: builtPages })
await importDefaultContent(db, shop)
const other = await buildApp(shop)
afterAll(() => other.close())
const asOwner = await signIn(db, await createUser(db, { role: 'admin' }))

const pictureOf = (shade: number) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: { r: shade, g: 0, b: 0 } } })
    .png()
    .toBuffer()
const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const post = {
  ...{
    kind: 'post',
    title: 'Wool',
    address: 'wool',
    summary: '',
    showsSummary: true,
    author: '',
    picture: null,
    alt: '',
  },
  ...{ seoTitle: '', seoDescription: '', publishedFrom: new Date().toISOString() },
}
async function save(id: string, content: object, version: number) {
  const payload = { content: { ...post, document: { type: 'doc', content: [words('Warm.')] }, ...content }, version }
  const answer = await app.inject({ method: 'PUT', url: `/api/content/${id}`, headers: asOwner, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}
const ask = async (url: string, from = app) => (await from.inject({ url, headers: { accept: 'text/html' } })).body

test('a change is shown with the next request, and in another process within 100 ms, on cached pages too', async () => {
  const id = shop.ids.uuid()
  await save(id, {}, 0)
  for (const from of [app, other])
    for (const url of ['/blogs/wool', '/blogs', '/']) expect(await ask(url, from)).toContain('Wool')
  await save(id, { title: 'Felt' }, 1)
  for (const url of ['/blogs/wool', '/blogs', '/']) expect(await ask(url)).toContain('Felt')
  await expect.poll(() => ask('/api/posts/wool', other), { interval: 2, timeout: 1_000 }).toContain('Felt')
})

test('a post appears at its time by itself, in cached answers too', async () => {
  const id = shop.ids.uuid()
  await save(id, { title: 'At noon', address: 'at-noon', publishedFrom: new Date(Date.now() + 700).toISOString() }, 0)
  expect(await ask('/blogs')).not.toContain('At noon')
  await expect.poll(() => ask('/blogs'), { interval: 20, timeout: 5_000 }).toContain('At noon')
})

test('a product in a text is as it is now', async () => {
  const product = await createProduct(db, { name: 'Wool scarf' })
  const document = { type: 'doc', content: [words('A scarf.'), { type: 'product', attrs: { id: product.id } }] }
  await save(shop.ids.uuid(), { address: 'scarf', document }, 0)
  expect(await ask('/blogs/scarf')).toContain('Wool scarf')
  await db.updateTable('product').set({ name: 'Felt scarf' }).where('id', '=', product.id).execute()
  await expect.poll(() => ask('/blogs/scarf')).toContain('Felt scarf')
  await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', product.id).execute()
  await expect.poll(() => ask('/blogs/scarf')).not.toContain('Felt scarf')
  await db.updateTable('product').set({ deleted_at: null }).where('id', '=', product.id).execute()
  await expect.poll(() => ask('/blogs/scarf')).toContain('Felt scarf')
})

test('a picture of a text, or of what an undo brings back, is not swept', async () => {
  const [cover, inner, former, unused] = await Promise.all(
    [10, 20, 30, 40].map(async shade => await savePicture(shop, await pictureOf(shade))),
  )
  const picture = (id = '') => ({ type: 'picture', attrs: { picture: id, alt: '', caption: '' } })
  const id = shop.ids.uuid()
  const withPicture = (inner = '') => ({ type: 'doc', content: [words('See.'), picture(inner)] })
  await save(id, { address: 'pictures', picture: cover, document: withPicture(former) }, 0)
  await save(id, { address: 'pictures', picture: cover, document: withPicture(inner) }, 1)
  const later = { now: () => new Date(Date.now() + 3 * 24 * 60 * 60_000) }
  await sweepPictures({ db, images, clock: later })
  const left = await db.selectFrom('image').select('id').execute()
  expect(left.map(each => each.id).toSorted()).toEqual([cover, inner, former].toSorted())
  expect(unused).toBeDefined()
})

test('a picture that the undo of a change of a product brings back is not swept', async () => {
  const [former = '', next = ''] = await Promise.all(
    [50, 60].map(async shade => await savePicture(shop, await pictureOf(shade))),
  )
  const { id } = await createProduct(db, { image_id: former })
  const payload = { image: `http://localhost:3000/images/${next}/1280.webp` }
  await app.inject({ method: 'PATCH', url: `/api/products/update-product/${id}`, headers: asOwner, payload })
  await sweepPictures({ db, images, clock: { now: () => new Date(Date.now() + 3 * 24 * 60 * 60_000) } })
  const { id: auditId } = await db
    .selectFrom('audit')
    .select('id')
    .where('record_id', '=', id)
    .where('action', '=', 'update')
    .executeTakeFirstOrThrow()
  const undone = await app.inject({ method: 'POST', url: `/api/admin/undo/${auditId}`, headers: asOwner })
  expect([undone.statusCode, undone.body]).toEqual([200, expect.any(String)])
  expect(await images.get(`${former}/320.webp`)).toBeDefined()
})

test('a body of more than a megabyte is refused', async () => {
  const payload = {
    content: { ...post, document: { type: 'doc', content: [words('a'.repeat(1_100_000))] } },
    version: 0,
  }
  const url = `/api/content/${shop.ids.uuid()}`
  const answer = await app.inject({ method: 'PUT', url, headers: asOwner, payload })
  expect(answer.statusCode).toBe(413)
})
