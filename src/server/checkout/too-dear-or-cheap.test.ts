import { afterAll, expect, test } from 'vitest'
import { sell } from '../orders/orders.fixture.ts'
import { openStock } from '../stock/stock.fixture.ts'

const shop = await openStock()
afterAll(() => shop.close())

test('goods of $24,000,000 are refused in words, by the quote as well, though a code makes them cheap', async () => {
  const fields = { code: 'STAFF', kind: 'percent', value: 9_999, category: null, minCents: 0, startsAt: null }
  await shop.app.inject({
    ...{ method: 'POST', url: '/api/discount-codes', headers: shop.headers },
    payload: { fields: { ...fields, endsAt: null, maxUses: null, isOnce: false, isActive: true } },
  })
  const products = await Promise.all(
    [1, 2, 3].map(async () => ({ _id: await sell(shop.db, { price: 100_000 }), quantity: 80 })),
  )
  const payload = { products, code: 'STAFF' }
  const quote = await shop.app.inject({ method: 'POST', url: '/api/orders/quote', payload })
  expect(quote.json().data.total).toBe(2_400)
  const { status, body } = await shop.checkout(products, { code: 'STAFF' })
  const message = 'A card payment can come to at most $999,999.99. Please split this order into smaller ones.'
  expect({ status, message: body.message }).toEqual({ status: 400, message })
  expect(quote.json().data.totalError).toBe(message)
})

test('a total that is too small for a card is refused in words, by the quote as well', async () => {
  const products = [{ _id: await sell(shop.db, { price: 0.3 }), quantity: 1 }]
  const message = 'A card payment must come to at least $0.50.'
  const { status, body } = await shop.checkout(products)
  expect({ status, message: body.message }).toEqual({ status: 400, message })
  const quoteOf = async (quantity: number) => {
    const payload = { products: products.map(line => ({ ...line, quantity })) }
    return (await shop.app.inject({ method: 'POST', url: '/api/orders/quote', payload })).json().data
  }
  expect(await quoteOf(1)).toMatchObject({ total: 0.3, totalError: message })
  expect(await quoteOf(2)).toEqual(expect.not.objectContaining({ totalError: expect.anything() }))
})
