import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStock } from '../../stock/stock.fixture.ts'
import { freeCodesOfDeleted } from './free-codes.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
  const late = new Date('2099-01-01')
  await shop.db.updateTable('session').set({ expires_at: late, seen_at: late }).execute()
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const answer = await shop.app.inject({ ...{ method, url: `/api/${url}`, payload, headers: shop.headers } })
  return { status: answer.statusCode, message: answer.json().message as string, data: answer.json().data }
}

test('the SKU and the barcode of a deleted product are free once the deletion can no longer be taken back', async () => {
  const sizes = [{ size: 'alpha-S', sku: 'ROBE-S', barcode: '4006381333931' }]
  const robe = { name: 'Robe', description: 'x', category: 'dress', color: 'red', price: 100, sizes }
  const { _id } = (await send('POST', 'products/create-product', robe)).data
  await send('DELETE', `products/${_id}`)
  const [entry] = (await send('GET', 'audit')).data
  await freeCodesOfDeleted(shop)
  expect(await send('POST', 'products/create-product', robe)).toMatchObject({
    ...{ status: 409, message: expect.stringContaining('which was deleted: it is free 31 days after that') },
  })
  shop.clock.move(32 * 24 * 60 * 60_000)
  expect((await send('POST', `admin/undo/${entry._id}`)).status).toBe(409)
  await freeCodesOfDeleted(shop)
  expect(await send('POST', 'products/create-product', robe)).toMatchObject({ status: 201 })
})
