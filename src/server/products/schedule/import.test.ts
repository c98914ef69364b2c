import { expect, test } from 'vitest'
import { day, openScheduledShop } from './schedule.fixture.ts'

const shop = await openScheduledShop()
const { app, db, asOwner, create, update, send, managed, inMs, pass } = shop

const columns = 'id,name,category,color,description,price,old_price,image'

/** Imports a product with this price, and returns what takes it back. */
async function importPrice(id: string, price: string): Promise<string> {
  const { body } = await app.inject({
    ...{ method: 'POST', url: '/api/products/imports?file=prices.csv' },
    headers: { ...asOwner, 'content-type': 'text/csv' },
    payload: `${columns}\n${id},Quartz robe,dress,blue,A gown.,${price},,\n`,
  })
  const { data } = JSON.parse(body)
  expect(data).toMatchObject({ faults: 0, changed: 1 })
  const applied = await send('POST', `products/imports/${data._id}/apply`)
  expect(applied.status).toBe(200)
  const done = await db
    .selectFrom('product_import')
    .select('audit_id')
    .where('id', '=', data._id)
    .executeTakeFirstOrThrow()
  return done.audit_id ?? ''
}

const undo = (auditId: string) => send('POST', `admin/undo/${auditId}`)
const exported = async () => (await app.inject({ url: '/api/products/export', headers: asOwner })).body

test('an import changes the price after a sale that runs, and its undo gives that back, also after the sale', async () => {
  const { _id: id } = await create()
  pass(day)
  await update(id, { salePrice: 80, saleUntil: inMs(2 * day) })
  expect(await exported()).toContain(',100.00,')
  const first = await importPrice(id, '110')
  expect(await managed(id)).toMatchObject({ name: 'Quartz robe', price: 80, oldPrice: 100, regularPrice: 110 })
  expect((await undo(first)).status).toBe(200)
  expect(await managed(id)).toMatchObject({ name: 'Quartz gown', price: 80, regularPrice: 100 })
  const second = await importPrice(id, '110')
  pass(2 * day)
  expect(await managed(id)).toMatchObject({ price: 110 })
  expect((await undo(second)).status).toBe(200)
  expect(await managed(id)).toMatchObject({ name: 'Quartz gown', price: 100 })
})

test('an import that sets the price to the sale price or below ends the sale', async () => {
  const { _id: id } = await create()
  await update(id, { salePrice: 80 })
  await importPrice(id, '75')
  const { price, salePrice } = await managed(id)
  expect([price, salePrice]).toEqual([75, undefined])
})

test('a hidden product is imported and stays hidden, and its undo as well', async () => {
  const { _id: id } = await create({ status: 'hidden' })
  const auditId = await importPrice(id, '110')
  expect(await managed(id)).toMatchObject({ name: 'Quartz robe', price: 110, visibility: 'hidden' })
  expect((await undo(auditId)).status).toBe(200)
  expect(await managed(id)).toMatchObject({ name: 'Quartz gown', price: 100, visibility: 'hidden' })
  expect(await exported()).not.toContain(id)
})

test('the undo of an import whose price has ended a sale brings that back', async () => {
  for (const saleFrom of [inMs(0), inMs(2 * day)]) {
    const { _id: id } = await create()
    pass(day)
    await update(id, { salePrice: 80, saleFrom, saleUntil: inMs(9 * day) })
    const before = await managed(id)
    const audit = await importPrice(id, '75')
    const { price, salePrice } = await managed(id)
    expect([price, salePrice]).toEqual([75, undefined])
    expect((await undo(audit)).status).toBe(200)
    const { price: again, salePrice: sale, saleUntil, regularPrice } = before
    expect(await managed(id)).toMatchObject({
      price: again,
      salePrice: sale,
      saleUntil,
      ...(regularPrice && { regularPrice }),
    })
  }
})
