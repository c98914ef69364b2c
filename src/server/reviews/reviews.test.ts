import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { minutes, movableClock } from '../payments/payments.fixture.ts'

const clock = movableClock()
const { app, db } = await testApp({ limits: { ...noLimits, review: shopLimits.review }, clock })

const post = async (headers: Record<string, string>, payload: object) => {
  const response = await app.inject({ method: 'POST', url: '/api/reviews/post-review', headers, payload })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}
const get = async (url: string, headers = {}) => {
  const response = await app.inject({ url: `/api/reviews/${url}`, headers })
  return { status: response.statusCode, body: response.json() }
}
const customer = async (username = 'Ada') => {
  const user = await createUser(db, { username })
  return { ...user, headers: await signIn(db, user) }
}
const ratingOf = async (id: string) => {
  const { rating } = await db.selectFrom('product').select('rating').where('id', '=', id).executeTakeFirstOrThrow()
  return Number(rating)
}
const reviewsOf = (id: string) => db.selectFrom('review').selectAll().where('product_id', '=', id).execute()

test('a customer reviews a product, and its page shows the review', async () => {
  const product = await createProduct(db)
  const ada = await customer()
  const comment = '<script>alert(1)</script>  Lovely & light. 🧣'
  const { status, body } = await post(ada.headers, { productId: product.id, rating: 4, comment })
  expect(status).toBe(201)
  expect(body.data).toEqual({
    _id: expect.any(String),
    comment,
    rating: 4,
    userId: { _id: ada.id, username: 'Ada' },
    productId: product.id,
    createdAt: clock.now().toISOString(),
  })
  const page = (await app.inject(`/api/products/${product.id}`)).json()
  expect(page.data).toMatchObject({ product: { rating: 4 }, reviews: [body.data] })
})

test('a second review replaces the first and has the current time', async () => {
  const product = await createProduct(db)
  const ada = await customer()
  const first = await post(ada.headers, { productId: product.id, rating: 5, comment: 'Lovely.' })
  clock.move(minutes(1))
  const second = await post(ada.headers, { productId: product.id, rating: 2, comment: 'It tore.' })
  expect(second.status).toBe(200)
  expect(second.body.data).toEqual({
    ...first.body.data,
    rating: 2,
    comment: 'It tore.',
    createdAt: clock.now().toISOString(),
  })
  expect(await reviewsOf(product.id)).toMatchObject([{ rating: 2, comment: 'It tore.', created_at: clock.now() }])
  expect(await ratingOf(product.id)).toBe(2)
})

test('twenty concurrent reviews leave the exact mean', async () => {
  const product = await createProduct(db)
  const customers = await Promise.all(Array.from({ length: 20 }, () => customer()))
  const ratings = customers.map((_, index) => (index % 5 === 0 ? 2 : 5))
  const answers = await Promise.all(
    customers.map(({ headers }, index) =>
      post(headers, { productId: product.id, rating: ratings[index], comment: 'x' }),
    ),
  )
  // They wait for each other; on a slow machine the shop tells the last ones that it is busy.
  const accepted = ratings.filter((_, index) => answers[index]?.status === 201)
  expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([])
  expect(accepted.length).toBeGreaterThan(1)
  const mean = accepted.reduce((sum, rating) => sum + rating, 0) / accepted.length
  expect(await ratingOf(product.id)).toBe(Math.round(mean * 100) / 100)
})

test('the mean has two decimals', async () => {
  const product = await createProduct(db)
  for (const rating of [5, 5, 4])
    await post((await customer()).headers, { productId: product.id, rating, comment: 'Nice' })
  expect(await ratingOf(product.id)).toBe(4.67)
})

test('five concurrent requests with the same review create one', async () => {
  const product = await createProduct(db)
  const ada = await customer()
  const review = { productId: product.id, rating: 3, comment: 'Fine.' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(ada.headers, review)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201])
  expect(await reviewsOf(product.id)).toHaveLength(1)
})

test('a sixth review in a minute is refused, for this account only', async () => {
  const ada = await customer()
  const products = await Promise.all(Array.from({ length: 6 }, () => createProduct(db)))
  const postAll = (headers: Record<string, string>) =>
    Promise.all(products.map(({ id }) => post(headers, { productId: id, rating: 5, comment: 'Good' })))
  const answers = await postAll(ada.headers)
  const refused = answers.findIndex(({ status }) => status !== 201)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(answers[refused]).toMatchObject({ status: 429, headers: { 'retry-after': '60' }, body: { code: 'too_many' } })
  expect((await postAll((await customer()).headers)).filter(({ status }) => status === 201)).toHaveLength(5)
  clock.move(minutes(1))
  const reviewed = products[refused === 0 ? 1 : 0]?.id
  expect((await post(ada.headers, { productId: reviewed, rating: 5, comment: 'Good' })).status).toBe(200)
})

test('only signed-in users may write, and only as themselves', async () => {
  const product = await createProduct(db)
  const [ada, grace] = [await customer(), await customer('Grace')]
  const review = { productId: product.id, rating: 1, comment: 'Bad.', userId: grace.id, author: grace.id }
  expect(await post({}, review)).toMatchObject({ status: 401, body: { message: 'You must be logged in' } })
  expect((await post({ cookie: 'token=made-up' }, review)).status).toBe(401)
  await post(ada.headers, review)
  expect(await reviewsOf(product.id)).toMatchObject([{ user_id: ada.id }])
})

test('a product that is unknown or no longer on sale cannot be reviewed', async () => {
  const ada = await customer()
  const hidden = await createProduct(db, { deleted_at: new Date() })
  for (const productId of [hidden.id, ada.id, 'no id', '']) {
    expect(await post(ada.headers, { productId, rating: 5, comment: 'Good' })).toMatchObject({
      status: 404,
      body: { message: 'Product not found' },
    })
    clock.move(minutes(1))
  }
  expect(await reviewsOf(hidden.id)).toEqual([])
})

test.each([
  { rating: 0 },
  { rating: 6 },
  { rating: 1.5 },
  { rating: '5' },
  { rating: null },
  { rating: undefined },
  { comment: '' },
  { comment: ' \n\t ' },
  { comment: '\u200B\u2060\u3164\u2800' },
  { comment: 'x'.repeat(2001) },
  { comment: 'a\0b' },
  { comment: '\ud800' },
  { comment: ['x'] },
  { comment: undefined },
  { productId: 7 },
  { productId: undefined },
])('%j is refused in one sentence, and nothing is written', async fault => {
  const product = await createProduct(db)
  const ada = await customer()
  const review = { productId: product.id, rating: 5, comment: 'Good', ...fault }
  const { status, body } = await post(ada.headers, review)
  expect(status).toBe(400)
  expect(body).toMatchObject({ success: false, code: 'bad_request', message: expect.any(String) })
  expect(await reviewsOf(product.id)).toEqual([])
})

test('the longest comment is accepted, and an emoji counts as one character', async () => {
  const product = await createProduct(db)
  const ada = await customer()
  const comment = '🧣'.repeat(2000)
  expect((await post(ada.headers, { productId: product.id, rating: 5, comment })).status).toBe(201)
})

test('a customer reads their own reviews, newest first, by id or e-mail', async () => {
  const ada = await customer()
  const [old, recent] = [await createProduct(db), await createProduct(db)]
  await createReview(db, { user_id: ada.id, product_id: old.id, created_at: new Date('2026-01-01') })
  await createReview(db, { user_id: ada.id, product_id: recent.id, created_at: new Date('2026-02-01') })
  await createReview(db, { user_id: (await customer()).id, product_id: old.id })
  for (const name of [ada.id, ada.email, ada.email.toUpperCase()]) {
    const { status, body } = await get(encodeURIComponent(name), ada.headers)
    expect(status).toBe(200)
    expect(body.data).toMatchObject([{ productId: recent.id }, { productId: old.id, userId: { username: 'Ada' } }])
  }
})

test('only an admin reads another customer’s reviews', async () => {
  const [ada, grace] = [await customer(), await customer()]
  await createReview(db, { user_id: ada.id, product_id: (await createProduct(db)).id })
  const admin = await createUser(db, { role: 'admin' })
  for (const name of [ada.id, ada.email]) {
    expect((await get(name)).status).toBe(401)
    expect(await get(name, grace.headers)).toMatchObject({ status: 403, body: { message: 'You may not do this' } })
    expect((await get(name, await signIn(db, admin))).body.data).toHaveLength(1)
  }
  for (const name of ['nobody@shop.test', grace.id.replace(/^./, 'f'), '%F0%9F%A7%A3'])
    expect(await get(name, await signIn(db, admin))).toMatchObject({ status: 200, body: { data: [] } })
})

test('an e-mail that differs only in a letter that a database may fold belongs to somebody else', async () => {
  const ada = await createUser(db, { email: 'i\u0307@shop.test' })
  const other = await createUser(db, { email: '\u0130@shop.test' })
  await createReview(db, { user_id: other.id, product_id: (await createProduct(db)).id })
  const { body } = await get(encodeURIComponent('\u0130@shop.test'), await signIn(db, ada))
  expect(body.data).toEqual([])
})

test('anyone may read the number of reviews', async () => {
  const { count } = await db
    .selectFrom('review')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(await get('total-reviews')).toMatchObject({ status: 200, body: { data: count } })
  expect(count).toBeGreaterThan(10)
})
