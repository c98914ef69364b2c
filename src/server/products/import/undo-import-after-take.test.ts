import { v4 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStock } from '../../stock/stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
})
afterAll(() => shop.close())

async function send(method: 'GET' | 'POST', url: string, payload?: object | string, type = 'application/json') {
  const headers = { ...shop.headers, ...(payload !== undefined && { 'content-type': type }) }
  const answer = await shop.app.inject({ ...{ method, url: `/api/${url}`, payload, headers } })
  const { message, data } = answer.json()
  return { status: answer.statusCode, message, data }
}

test('an import can be taken back although a stock take has begun since', async () => {
  const file = 'name,category,color,description,price,old_price,image\nWrong price,dress,red,x,2000,,\n'
  const { _id } = (await send('POST', 'products/imports', file, 'text/csv')).data
  await send('POST', `products/imports/${_id}/apply`)
  await expect.poll(async () => (await send('GET', `products/imports/${_id}`)).data.state).toBe('applied')
  const { auditId } = (await send('GET', `products/imports/${_id}`)).data
  const take = v4()
  await send('POST', 'stock/takes', { id: take, name: 'Autumn' })
  await send('POST', `stock/takes/${take}/end`)
  expect(await send('POST', `admin/undo/${auditId}`)).toMatchObject({ status: 200 })
  expect((await send('GET', 'products')).data.products).toEqual([])
})
