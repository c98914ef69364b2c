import { describe, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createOrder, createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'

const { app, db } = await testApp({ limits: noLimits })

const customer = async () => {
  const user = await createUser(db)
  return { ...user, headers: await signIn(db, user) }
}
const post = async (headers: Record<string, string>, productId: string, fit: object) => {
  const payload = { productId, rating: 4, comment: 'Lovely.', ...fit }
  const response = await app.inject({ method: 'POST', url: '/api/reviews/post-review', headers, payload })
  return { status: response.statusCode, body: response.json() }
}
const pageOf = async (id: string) => (await app.inject(`/api/products/${id}`)).json().data
const reviewOf = async (id: string) => (await pageOf(id)).reviews[0]
const rowsOf = (id: string) =>
  db.selectFrom('review').select(['fit', 'height_cm', 'usual_size']).where('product_id', '=', id).execute()

type Product = Awaited<ReturnType<typeof createProduct>>
/** Creates an order of these products in these sizes, null for one size. */
async function buy(lines: [Product, string | null][], order: Parameters<typeof createOrder>[2]) {
  const { id } = await createOrder(
    db,
    lines.map(([product]) => product),
    order,
  )
  for (const [position, [, size]] of lines.entries()) {
    await db
      .updateTable('order_line')
      .set({ size })
      .where('order_id', '=', id)
      .where('position', '=', position)
      .execute()
  }
}

describe('a review', () => {
  test('says how the product fits its author', async () => {
    const [dress, ada] = [await createProduct(db), await customer()]
    const fit = { fit: -1, heightCm: 172, usualSize: 'alpha-M' }
    const shown = { fit: -1, heightCm: 172, usualSize: { size: 'alpha-M', label: 'M' } }
    const { status, body } = await post(ada.headers, dress.id, fit)
    expect({ status, data: body.data }).toMatchObject({ status: 201, data: shown })
    expect(await reviewOf(dress.id)).toMatchObject(shown)
    const own = await app.inject({ url: `/api/reviews/${ada.id}`, headers: ada.headers })
    expect(own.json().data).toMatchObject([shown])
    const headers = await signIn(db, await createUser(db, { role: 'admin' }))
    const managed = await app.inject({ url: `/api/reviews?q=${body.data._id}`, headers })
    expect(managed.json().data).toMatchObject([shown])
  })

  test('need not say it, and a new one takes the place of all that the first said', async () => {
    const [dress, ada] = [await createProduct(db), await customer()]
    await post(ada.headers, dress.id, { fit: 1, heightCm: 180, usualSize: 'eu-40' })
    expect((await post(ada.headers, dress.id, { fit: 0, heightCm: null, usualSize: '' })).status).toBe(200)
    expect(await rowsOf(dress.id)).toEqual([{ fit: 0, height_cm: null, usual_size: null }])
    await post(ada.headers, dress.id, {})
    const review = await reviewOf(dress.id)
    for (const name of ['fit', 'heightCm', 'usualSize', 'boughtSize']) expect(review).not.toHaveProperty(name)
    expect(await pageOf(dress.id)).not.toHaveProperty('fitCounts')
  })

  test.each([
    [{ fit: 2 }, /^The fit must be/],
    [{ fit: '0' }, /^The fit must be/],
    [{ heightCm: 99 }, /from 100 to 230\.$/],
    [{ heightCm: 230.5 }, /from 100 to 230\.$/],
    [{ heightCm: 1e300 }, /from 100 to 230\.$/],
    [{ usualSize: 'alpha-XXXXL' }, /^The usual size must be/],
    [{ usualSize: {} }, /^The usual size must be/],
  ])('with %j is refused in one sentence, and the earlier one stays', async (wrong, message) => {
    const [dress, ada] = [await createProduct(db), await customer()]
    await post(ada.headers, dress.id, { fit: 1, heightCm: 180, usualSize: 'eu-40' })
    expect(await post(ada.headers, dress.id, wrong)).toMatchObject({
      status: 400,
      body: { code: 'bad_request', message: expect.stringMatching(message) },
    })
    expect(await rowsOf(dress.id)).toEqual([{ fit: 1, height_cm: 180, usual_size: 'eu-40' }])
  })
})

describe('the size bought', () => {
  test('is that of a paid order, whatever the author sends', async () => {
    const [dress, ring, ada] = [await createProduct(db), await createProduct(db), await customer()]
    await buy(
      [
        [ring, 'ring-54'],
        [dress, 'alpha-M'],
      ],
      { user_id: ada.id },
    )
    const forged = { size: 'alpha-XS', label: 'XS' }
    await post(ada.headers, dress.id, { boughtSize: forged, bought_size: 'alpha-XS', size: 'alpha-XS' })
    const { _id, ...review } = await reviewOf(dress.id)
    expect(review).toMatchObject({ boughtSize: { size: 'alpha-M', label: 'M' }, isVerifiedBuyer: true })
    const headers = await signIn(db, await createUser(db, { role: 'admin' }))
    const managed = await app.inject({ url: `/api/reviews?q=${_id}`, headers })
    expect(managed.json().data).toMatchObject([{ boughtSize: { label: 'M' } }])
  })

  test.each([
    ['awaiting payment', { payment_state: 'awaiting' }],
    ['refunded', { payment_state: 'refunded' }],
    ['under review', { payment_state: 'review' }],
    ['deleted', { deleted_at: new Date() }],
    ['of a guest', { user_id: null }],
  ] as const)('is not that of an order %s', async (_, order) => {
    const [dress, ada] = [await createProduct(db), await customer()]
    await buy([[dress, 'alpha-M']], { user_id: ada.id, email: ada.email, contact_email: ada.email, ...order })
    await post(ada.headers, dress.id, { boughtSize: { size: 'alpha-M', label: 'M' } })
    expect(await reviewOf(dress.id)).not.toHaveProperty('boughtSize')
  })

  test('is not that of another product, of another buyer, or of a product of one size', async () => {
    const [dress, scarf, ada] = [await createProduct(db), await createProduct(db), await customer()]
    await buy([[dress, 'alpha-L']], { user_id: (await createUser(db)).id })
    await buy(
      [
        [scarf, null],
        [await createProduct(db), 'alpha-S'],
      ],
      { user_id: ada.id },
    )
    for (const { id } of [dress, scarf]) await post(ada.headers, id, {})
    expect(await reviewOf(dress.id)).not.toHaveProperty('boughtSize')
    const review = await reviewOf(scarf.id)
    expect(review).toMatchObject({ isVerifiedBuyer: true })
    expect(review).not.toHaveProperty('boughtSize')
  })

  test('is that of the last order before the review was written, else of the newest', async () => {
    const dress = await createProduct(db)
    const [ada, grace] = [await createUser(db), await createUser(db)]
    const on = (day: number) => new Date(Date.UTC(2026, 0, day))
    for (const user_id of [ada.id, grace.id]) {
      await buy([[dress, 'alpha-S']], { user_id, created_at: on(1) })
      await buy([[dress, 'alpha-M']], { user_id, created_at: on(3) })
      await buy([[dress, 'alpha-L']], { user_id, created_at: on(5) })
    }
    await createReview(db, { user_id: ada.id, product_id: dress.id, created_at: on(4) })
    await createReview(db, { user_id: grace.id, product_id: dress.id, created_at: new Date(Date.UTC(2025, 11, 31)) })
    const { reviews } = await pageOf(dress.id)
    expect(reviews.map(({ boughtSize }: { boughtSize: { label: string } }) => boughtSize.label)).toEqual(['M', 'L'])
  })
})

test('the answers about the fit are counted of all shown reviews, not of the newest hundred', async () => {
  const dress = await createProduct(db)
  const give = async (times: number, fit: number | null, hidden_at: Date | null = null) => {
    for (let n = 0; n < times; n++) {
      await createReview(db, { user_id: (await createUser(db)).id, product_id: dress.id, fit, hidden_at })
    }
  }
  await give(8, -1)
  await give(2, 0)
  await give(3, 1, new Date())
  await give(100, null)
  expect((await pageOf(dress.id)).fitCounts).toEqual([
    { fit: -1, count: 8 },
    { fit: 0, count: 2 },
    { fit: 1, count: 0 },
  ])
})

test('the release before writes reviews, and the database refuses a fit that no release may write', async () => {
  const [dress, ada] = [await createProduct(db), await createUser(db)]
  await createReview(db, { user_id: ada.id, product_id: dress.id })
  expect(await rowsOf(dress.id)).toEqual([{ fit: null, height_cm: null, usual_size: null }])
  for (const wrong of [{ fit: 2 }, { height_cm: 99 }, { height_cm: 231 }, { usual_size: '' }, { usual_size: 'one' }]) {
    const change = db.updateTable('review').set(wrong).where('product_id', '=', dress.id).execute()
    await expect(change).rejects.toThrow('check constraint')
  }
})
