import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../../tests/support/builders.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

const { app, db } = await testApp({ limits: noLimits })
const asOwner = await signIn(db, await createUser(db, { role: 'admin' }))

beforeAll(async () => {
  for (const id of ['front1', 'back2', 'new3'])
    await db
      .insertInto('image')
      .values({ id, width: 4, height: 5, created_at: new Date(), placeholder: 'data:,' })
      .execute()
})

async function send(method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object | string) {
  const headers = { ...asOwner, ...(typeof payload === 'string' && { 'content-type': 'text/csv' }) }
  const answer = await app.inject({ method, url: `/api/${url}`, headers, payload })
  return { status: answer.statusCode, ...answer.json() }
}

/** Exports a product, changes the text, and stages it as an import. */
async function stage(id: string, change: (file: string) => string): Promise<string> {
  const { body } = await app.inject({ url: '/api/products/export', headers: asOwner })
  const rows = body.split('\r\n').filter((row, n) => n === 0 || row.startsWith(id))
  const staged = await send('POST', 'products/imports?file=a.csv', change(rows.join('\r\n')))
  expect(staged).toMatchObject({ status: 201, data: { faults: 0 } })
  return staged.data._id
}
const apply = (id: string) => send('POST', `products/imports/${id}/apply`)
async function undo(importId: string) {
  const { id } = await db
    .selectFrom('audit')
    .select('id')
    .where('record_id', '=', importId)
    .where('action', '=', 'import')
    .executeTakeFirstOrThrow()
  return await send('POST', `admin/undo/${id}`)
}

/** Gives the first two categories other addresses. */
async function rename(one: string, two: string) {
  const { value, version } = (await send('GET', 'settings/sections')).data.catalogue
  const [first, second, ...others] = value.categories
  const categories = [{ ...first, address: one }, { ...second, address: two }, ...others]
  const saved = await send('PUT', 'settings/sections/catalogue', { value: { ...value, categories }, version })
  expect(saved).toMatchObject({ status: 200 })
}

const stored = (id: string) =>
  db
    .selectFrom('product')
    .select(['category', 'price_cents', 'image_id', 'image_alt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('an import of a price, and its undo, leave a product in its category, whatever address that gets', async () => {
  const { id } = await createProduct(db, { category: 'accessories' })
  const dearer = (file: string) => file.replace('120.00', '130.00')
  const first = await stage(id, dearer)
  await rename('dress', 'accessories')
  expect(await apply(first)).toMatchObject({ status: 200 })
  expect(await stored(id)).toMatchObject({ category: 'dress', price_cents: 13_000 })
  await rename('bits', 'gowns')
  expect(await undo(first)).toMatchObject({ status: 200 })
  expect(await stored(id)).toMatchObject({ category: 'bits', price_cents: 12_000 })
})

test('the words of a picture follow it through a file, and come back with the undo', async () => {
  const { id } = await createProduct(db, { category: 'bits', image_id: 'front1', image_alt: 'Front' })
  await db.insertInto('product_image').values({ product_id: id, place: 1, image_id: 'back2', alt: 'Back' }).execute()
  const pictures = async () => {
    const { image_id, image_alt } = await stored(id)
    const further = await db
      .selectFrom('product_image')
      .select(['image_id', 'alt'])
      .where('product_id', '=', id)
      .execute()
    return [[image_id, image_alt], ...further.map(({ image_id, alt }) => [image_id, alt])]
  }
  const before = await pictures()
  const exchanged = await stage(id, file =>
    file.replaceAll('front1', 'other').replaceAll('back2', 'front1').replaceAll('other', 'back2'),
  )
  await apply(exchanged)
  expect(await pictures()).toEqual(before.toReversed())
  expect(await undo(exchanged)).toMatchObject({ status: 200 })
  expect(await pictures()).toEqual(before)
})

test('another first picture has no words of the former one, by a file or by a change', async () => {
  const { id } = await createProduct(db, { category: 'bits', image_id: 'front1', image_alt: 'A red bow' })
  await apply(await stage(id, file => file.replaceAll('front1', 'new3')))
  expect(await stored(id)).toMatchObject({ image_id: 'new3', image_alt: '' })
  await db.updateTable('product').set({ image_alt: 'A red bow' }).where('id', '=', id).execute()
  const setPicture = (image: string) =>
    send('PATCH', `products/update-product/${id}`, { image: `http://localhost:3000/images/${image}/1280.webp` })
  await setPicture('new3')
  expect(await stored(id)).toMatchObject({ image_id: 'new3', image_alt: 'A red bow' })
  await setPicture('front1')
  expect(await stored(id)).toMatchObject({ image_id: 'front1', image_alt: '' })
})
