import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createOrder, createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'

const { app, db } = await testApp()

const get = async (name: string, headers = {}) => {
  const response = await app.inject({ url: `/api/stats/user-stats/${encodeURIComponent(name)}`, headers })
  return { status: response.statusCode, body: response.json() }
}
const customer = async () => {
  const user = await createUser(db)
  return { ...user, headers: await signIn(db, user) }
}

test('a customer without orders has zeros', async () => {
  const ada = await customer()
  expect(await get(ada.id, ada.headers)).toMatchObject({
    status: 200,
    body: {
      success: true,
      data: { totalPayments: 0, totalReviews: 0, totalPurchadedProducts: 0, totalPurchasedProducts: 0 },
    },
  })
})

test('paid orders, distinct products and reviews are counted', async () => {
  const ada = await customer()
  const [dress, ring] = [await createProduct(db, { price_cents: 8_010 }), await createProduct(db, { price_cents: 20 })]
  await createOrder(db, [dress, dress, dress, ring], { user_id: ada.id })
  await createOrder(db, [dress], { user_id: ada.id, status: 'completed' })
  await createReview(db, { user_id: ada.id, product_id: dress.id })
  for (const name of [ada.id, ada.email, ada.email.toUpperCase()]) {
    expect((await get(name, ada.headers)).body.data).toEqual({
      totalPayments: 320.6,
      totalReviews: 1,
      totalPurchadedProducts: 2,
      totalPurchasedProducts: 2,
    })
  }
})

test("orders that are unpaid, refunded, deleted or somebody else's do not count", async () => {
  const ada = await customer()
  const line = [await createProduct(db)]
  for (const payment_state of ['awaiting', 'failed', 'expired', 'review', 'refunded'] as const)
    await createOrder(db, line, { user_id: ada.id, payment_state })
  await createOrder(db, line, { user_id: ada.id, deleted_at: new Date() })
  await createOrder(db, line, { user_id: (await customer()).id, contact_email: ada.email })
  await createOrder(db, line, { user_id: null, email: ada.email, contact_email: ada.email })
  expect((await get(ada.email, ada.headers)).body.data).toMatchObject({ totalPayments: 0, totalPurchadedProducts: 0 })
})

test('sums in the millions are exact', async () => {
  const ada = await customer()
  const gown = await createProduct(db, { price_cents: 9_999_999 })
  for (let n = 0; n < 3; n++) await createOrder(db, Array(99).fill(gown), { user_id: ada.id })
  expect((await get(ada.id, ada.headers)).body.data.totalPayments).toBe(29_699_997.03)
})

test("only an admin may read another customer's figures", async () => {
  const [ada, grace] = [await customer(), await customer()]
  const admin = await signIn(db, await createUser(db, { role: 'admin' }))
  for (const name of [ada.id, ada.email]) {
    expect((await get(name)).status).toBe(401)
    expect((await get(name, grace.headers)).status).toBe(403)
    expect((await get(name, admin)).status).toBe(200)
  }
  for (const name of [v7(), 'nobody@shop.test', "' or 1=1", '🧣'])
    expect(await get(name, admin)).toMatchObject({ status: 404, body: { message: 'User not found' } })
})
