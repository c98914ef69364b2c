import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createOrder, createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { claimGuestOrders } from '../privacy/erase-guest.ts'

const { app, db } = await testApp({ subscribes: true, limits: noLimits })
const asOlga = await signIn(db, await createUser(db, { role: 'admin' }))

async function reviewed() {
  const ada = await createUser(db)
  const [dress, ring] = [await createProduct(db), await createProduct(db)]
  await createReview(db, { user_id: ada.id, product_id: dress.id })
  return { ada, dress, ring }
}
const isVerified = async (productId: string) =>
  (await app.inject(`/api/products/${productId}`)).json().data.reviews[0]?.isVerifiedBuyer ?? false

test('an author who has paid for the product is a verified buyer', async () => {
  const { ada, dress, ring } = await reviewed()
  expect(await isVerified(dress.id)).toBe(false)
  await createOrder(db, [ring, dress], { user_id: ada.id })
  await createReview(db, { user_id: (await createUser(db)).id, product_id: dress.id }) // drops the cached response
  await expect
    .poll(async () => {
      const { reviews } = (await app.inject(`/api/products/${dress.id}`)).json().data
      return reviews.map(({ isVerifiedBuyer }: { isVerifiedBuyer?: true }) => isVerifiedBuyer)
    })
    .toEqual([undefined, true])
})

test.each([
  ['of another product', {}],
  ['that awaits its payment', { payment_state: 'awaiting' }],
  ['in review', { payment_state: 'review' }],
  ['that was refunded', { payment_state: 'refunded' }],
  ['that failed', { payment_state: 'failed' }],
  ['that was deleted', { deleted_at: new Date() }],
  ['of a guest with the same e-mail', { user_id: null }],
] as const)('an order %s makes nobody a verified buyer', async (_, order) => {
  const { ada, dress, ring } = await reviewed()
  const bought = Object.keys(order).length > 0 ? dress : ring
  await createOrder(db, [bought], { user_id: ada.id, email: ada.email, contact_email: ada.email, ...order })
  expect(await isVerified(dress.id)).toBe(false)
})

test('the cached page follows an order that is paid, refunded, deleted and restored', async () => {
  const { ada, dress, ring } = await reviewed()
  const order = await createOrder(db, [ring, dress], { user_id: ada.id, payment_state: 'awaiting' })
  const set = (change: object) => db.updateTable('order').set(change).where('id', '=', order.id).execute()
  expect(await isVerified(dress.id)).toBe(false)
  await set({ payment_state: 'paid' })
  await expect.poll(() => isVerified(dress.id)).toBe(true)
  await set({ payment_state: 'refunded' })
  await expect.poll(() => isVerified(dress.id)).toBe(false)
  await set({ payment_state: 'paid' })
  await expect.poll(() => isVerified(dress.id)).toBe(true)

  const deleted = await app.inject({ method: 'DELETE', url: `/api/orders/delete-order/${order.id}`, headers: asOlga })
  expect(deleted.statusCode).toBe(200)
  expect(await isVerified(dress.id)).toBe(false)
  const url = `/api/admin/undo/${deleted.json().data.auditId}`
  await app.inject({ method: 'POST', url, headers: asOlga })
  expect(await isVerified(dress.id)).toBe(true)
})

test('the cached page follows a guest’s order that becomes the author’s', async () => {
  const { ada, dress } = await reviewed()
  await createOrder(db, [dress], { user_id: null, email: ada.email, contact_email: ada.email })
  expect(await isVerified(dress.id)).toBe(false)
  await db.transaction().execute(tx => claimGuestOrders(tx, ada.id, ada.email))
  await expect.poll(() => isVerified(dress.id)).toBe(true)
})

test('a review that is hidden or answered is seen at once on the cached page', async () => {
  const { dress } = await reviewed()
  const page = async () => (await app.inject(`/api/products/${dress.id}`)).json().data
  const { reviews } = await page()
  const change = (method: 'PUT' | 'DELETE', path: string, payload?: object) =>
    app.inject({ method, url: `/api/reviews/${reviews[0]._id}/${path}`, headers: asOlga, ...(payload && { payload }) })
  await change('PUT', 'answer', { answer: 'Thank you.' })
  expect((await page()).reviews).toMatchObject([{ answer: { text: 'Thank you.' } }])
  await change('DELETE', 'answer')
  expect((await page()).reviews[0]).not.toHaveProperty('answer')
  await change('PUT', 'hidden', { hidden: true })
  expect((await page()).reviews).toEqual([])
})
