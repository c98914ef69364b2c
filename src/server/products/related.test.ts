import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct } from '../../../tests/support/builders.ts'

const { app, db } = await testApp()
beforeEach(() => db.deleteFrom('product').execute())

const related = async (id: string) => {
  const response = await app.inject(`/api/products/${id}/related`)
  return { status: response.statusCode, body: response.json() }
}
const namesOf = async (id: string) => (await related(id)).body.data.map(({ name }: { name: string }) => name)

const red = { category: 'dress', color: 'red', price_cents: 10_000 } as const

test('the same category comes first, then the same colour, then the nearest price', async () => {
  const { id } = await createProduct(db, { ...red, name: 'It' })
  await createProduct(db, { ...red, name: 'red ring', category: 'jewellery' })
  await createProduct(db, { ...red, name: 'blue, same price', color: 'blue' })
  await createProduct(db, { ...red, name: 'red, far above', price_cents: 90_000 })
  await createProduct(db, { ...red, name: 'red, a little below', price_cents: 9_500 })
  await createProduct(db, { ...red, name: 'blue, far above', color: 'blue', price_cents: 90_000 })
  await createProduct(db, { ...red, name: 'red, off sale', price_cents: 10_001, deleted_at: new Date() })
  expect(await namesOf(id)).toEqual(['red, a little below', 'red, far above', 'blue, same price', 'blue, far above'])
})

test('when its category has nothing else, other categories follow', async () => {
  const { id } = await createProduct(db, { ...red, name: 'It' })
  await createProduct(db, { name: 'red ring', category: 'jewellery', color: 'red', price_cents: 50_000 })
  await createProduct(db, { name: 'gold ring', category: 'jewellery', color: 'gold', price_cents: 10_100 })
  expect(await namesOf(id)).toEqual(['red ring', 'gold ring'])
})

test('sold-out products follow all others, in the same groups', async () => {
  const { id } = await createProduct(db, { ...red, name: 'It' })
  await createProduct(db, { ...red, name: 'red, gone, far above', price_cents: 90_000, sold_out: true })
  await createProduct(db, { ...red, name: 'red, gone, near', price_cents: 10_100, sold_out: true })
  await createProduct(db, { ...red, name: 'blue, gone', color: 'blue', sold_out: true })
  const blue = await createProduct(db, { ...red, name: 'blue', color: 'blue', price_cents: 60_000 })
  const ring = await createProduct(db, { name: 'ring', category: 'jewellery', color: 'gold' })
  expect(await namesOf(id)).toEqual(['blue', 'ring', 'red, gone, near', 'red, gone, far above'])
  expect(await namesOf(blue.id)).toEqual(['It', 'ring', 'blue, gone', 'red, gone, far above'])
  await db.deleteFrom('product').where('id', '=', ring.id).execute()
  expect(await namesOf(id)).toEqual(['blue', 'red, gone, near', 'red, gone, far above', 'blue, gone'])
})

test('the only product has no related ones', async () => {
  const { id } = await createProduct(db, red)
  expect(await related(id)).toMatchObject({ status: 200, body: { data: [] } })
})

test('among many of the same price four others are shown, never the product itself', async () => {
  const products = await Promise.all(
    Array.from({ length: 12 }, (_, n) => createProduct(db, { ...red, name: `No. ${n}` })),
  )
  for (const { id } of products) {
    const ids = (await related(id)).body.data.map(({ _id }: { _id: string }) => _id)
    expect(ids).toHaveLength(4)
    expect(ids).not.toContain(id)
    expect(new Set(ids).size).toBe(4)
  }
})

test('prices and pictures are those of the product itself', async () => {
  const { id } = await createProduct(db, red)
  const other = await createProduct(db, { ...red, price_cents: 12_050, old_price_cents: 15_000 })
  const { sizes, images, ...product } = (await app.inject(`/api/products/${other.id}`)).json().data.product
  expect((await related(id)).body.data).toEqual([product])
})

test('an unknown product is 404, and one that was taken off sale is 410', async () => {
  const { id } = await createProduct(db, { ...red, deleted_at: new Date() })
  expect((await related(id)).status).toBe(410)
  for (const unknown of ['x', '%00', "' or 1=1", '00000000-0000-7000-8000-000000000000'])
    expect((await related(encodeURIComponent(unknown))).status, unknown).toBe(404)
})
