import { expect, test } from 'vitest'
import type { AuditEntry } from '#domain/audit.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../../tests/support/builders.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

const { app, db } = await testApp()
const asAdmin = await signIn(db, await createUser(db, { role: 'admin' }))
for (const id of ['abc123', 'def456'])
  await db
    .insertInto('image')
    .values({ id, width: 4, height: 5, placeholder: 'data:,', created_at: new Date() })
    .execute()

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers = asAdmin,
) {
  const { statusCode: status, body } = await app.inject({ method, url: `/api/${url}`, payload, headers })
  return { status, body: body ? JSON.parse(body) : undefined }
}
const change = async (id: string, fields: object) => {
  const { status, body } = await send('PATCH', `products/update-product/${id}`, fields)
  expect([status, body.message]).toEqual([200, 'Product updated successfully!'])
}
const newest = async (): Promise<AuditEntry> => (await send('GET', 'audit?limit=1')).body.data[0]
const undo = async (entry: AuditEntry, headers = asAdmin) =>
  await send('POST', `admin/undo/${entry._id}`, undefined, headers)
const rowOf = async (id: string) => {
  const { updated_at, ...row } = await db
    .selectFrom('product')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row
}

const changes = {
  price: { price: 99.5 },
  'an old price that is taken away': { oldPrice: '' },
  texts: { name: 'Wool coat', description: 'Warm.', seoTitle: 'A coat', seoDescription: 'For the winter' },
  'category and color': { category: 'accessories', color: 'red', shade: 'Cherry' },
  picture: { image: 'http://localhost:3000/images/def456/1280.webp' },
  status: { status: 'hidden' },
  'a sale with dates': { salePrice: 80, saleFrom: '2026-01-01T00:00:00Z', saleUntil: '2099-01-01T00:00:00Z' },
  'a time': { visibleFrom: '2099-01-01T00:00:00.000Z' },
  model: { modelCm: 178, modelSize: 'alpha-M', isSealed: true },
}

test.each(Object.entries(changes))('a change of %s is taken back from the audit, once', async (_, fields) => {
  const { id } = await createProduct(db, { price_cents: 12_000, old_price_cents: 15_000, image_id: 'abc123' })
  const before = await rowOf(id)
  await change(id, fields)
  expect(await rowOf(id)).not.toEqual(before)
  const entry = await newest()
  expect(entry).toMatchObject({ action: 'update', canUndo: true })
  expect((await undo(entry)).status).toBe(200)
  expect(await rowOf(id)).toEqual(before)
  expect(await newest()).toMatchObject({
    ...{ action: 'undo update', record: 'product', recordId: id, canUndo: false },
    ...{ before: entry.after, after: entry.before },
  })
  expect(await undo(entry)).toMatchObject({ status: 409, body: { message: 'This was taken back before.' } })
})

test('of two at once one takes it back', async () => {
  const { id } = await createProduct(db, { price_cents: 12_000 })
  await change(id, { price: 90 })
  const entry = await newest()
  const both = await Promise.all([undo(entry), undo(entry)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await rowOf(id)).price_cents).toBe(12_000)
})

test('later changes of other fields stay, and one of the same field refuses it', async () => {
  const { id } = await createProduct(db, { name: 'Coat', price_cents: 12_000 })
  await change(id, { price: 90 })
  const entry = await newest()
  await change(id, { name: 'Wool coat' })
  expect((await undo(entry)).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ name: 'Wool coat', price_cents: 12_000 })
  await change(id, { price: 80 })
  const second = await newest()
  await change(id, { price: 70 })
  const message = 'This was changed again since: change the product by hand.'
  expect(await undo(second)).toMatchObject({ status: 409, body: { message } })
  expect((await rowOf(id)).price_cents).toBe(7_000)
})

test('sizes are changed back by hand, and so is a product that was deleted; who is no admin changes nothing', async () => {
  const { id } = await createProduct(db, { price_cents: 12_000 })
  await change(id, { sizes: [{ size: 'alpha-M' }], price: 100 })
  const entry = await newest()
  expect(entry.canUndo).toBe(false)
  const message = 'Sizes, further pictures and links are changed back in the form of the product.'
  expect(await undo(entry)).toMatchObject({ status: 409, body: { message } })
  await change(id, { price: 90 })
  const second = await newest()
  expect((await undo(second, await signIn(db, await createUser(db)))).status).toBe(403)
  await send('DELETE', `products/${id}`)
  expect((await undo(second)).status).toBe(404)
  expect((await rowOf(id)).price_cents).toBe(9_000)
})

test('a category or color that has another address or name by now is meant as it was then', async () => {
  const { id } = await createProduct(db, { category: 'dress', color: 'black' })
  await change(id, { category: 'accessories', color: 'red' })
  const entry = await newest()
  const { value, version } = (await send('GET', 'settings/sections')).body.data.catalogue
  const other: Record<string, string> = { dress: 'cosmetics', cosmetics: 'dress', accessories: 'bits', black: 'ink' }
  const moved = {
    categories: value.categories.map((each: { address: string }) => ({
      ...each,
      address: other[each.address] ?? each.address,
    })),
    colors: value.colors.map((each: { name: string }) => ({ ...each, name: other[each.name] ?? each.name })),
  }
  expect((await send('PUT', 'settings/sections/catalogue', { value: moved, version })).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ category: 'bits', color: 'red' })
  expect((await undo(entry)).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ category: 'cosmetics', color: 'ink' })
})
