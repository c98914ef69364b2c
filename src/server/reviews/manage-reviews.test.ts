import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { minutes, movableClock } from '../payments/payments.fixture.ts'

const clock = movableClock()
const { app, db } = await testApp({ limits: noLimits, clock })
let olga: Awaited<ReturnType<typeof createUser>>
let asOlga: Record<string, string>
beforeAll(async () => {
  olga = await createUser(db, { role: 'admin' })
  asOlga = await signIn(db, olga)
})

/** A product with the reviews of Ada, two stars, and of Grace, five. */
async function reviewed() {
  const [ada, grace] = [await createUser(db, { username: 'Ada' }), await createUser(db, { username: 'Grace' })]
  const dress = await createProduct(db, { name: 'Silk dress', rating: 3.5 })
  const created_at = clock.now()
  const { id } = await createReview(db, {
    user_id: ada.id,
    product_id: dress.id,
    rating: 2,
    comment: 'It shrank.',
    created_at,
  })
  await createReview(db, { user_id: grace.id, product_id: dress.id, rating: 5, created_at })
  return { id, ada, dress, asAda: await signIn(db, ada) }
}

type Method = 'GET' | 'PUT' | 'DELETE' | 'POST'
async function send(method: Method, url: string, payload?: object, headers = asOlga) {
  const response = await app.inject({ method, url: `/api/${url}`, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const hide = (id: string, hidden = true, headers = asOlga) => send('PUT', `reviews/${id}/hidden`, { hidden }, headers)
const answer = (id: string, text: unknown, headers = asOlga) =>
  send('PUT', `reviews/${id}/answer`, { answer: text }, headers)
const removeAnswer = (id: string, headers = asOlga) => send('DELETE', `reviews/${id}/answer`, undefined, headers)
const undo = (auditId: string) => send('POST', `admin/undo/${auditId}`)
const pageOf = async (productId: string) => (await send('GET', `products/${productId}`)).body.data
const auditEntries = (id: string) =>
  db
    .selectFrom('audit')
    .select(['actor', 'action', 'before', 'after'])
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()
const answerOf = async (id: string) =>
  await db.selectFrom('review').select(['answer', 'answered_at']).where('id', '=', id).executeTakeFirstOrThrow()

describe('a hidden review', () => {
  test('is gone from all that visitors see, and its author still has it', async () => {
    const { id, ada, dress, asAda } = await reviewed()
    const total = (await send('GET', 'reviews/total-reviews')).body.data
    const { status, body } = await hide(id)
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { auditId: expect.any(String) } } })

    const page = await pageOf(dress.id)
    expect(page.reviews).toMatchObject([{ rating: 5 }])
    expect(page.product.rating).toBe(5)
    expect(page.ratingCounts.map(({ count }: { count: number }) => count)).toEqual([1, 0, 0, 0, 0])
    expect(page).not.toHaveProperty('totalReviews')
    expect((await send('GET', 'reviews/total-reviews')).body.data).toBe(total - 1)
    expect((await send('GET', `reviews/${ada.id}`, undefined, asAda)).body.data).toMatchObject([
      { _id: id, isHidden: true, comment: 'It shrank.' },
    ])
    expect(await auditEntries(id)).toEqual([
      { actor: olga.id, action: 'hide', before: { review: 'shown' }, after: { review: 'hidden' } },
    ])
  })

  test('is shown again, with the old mean', async () => {
    const { id, dress } = await reviewed()
    await hide(id)
    const { body } = await hide(id, false)
    expect(body.data.auditId).toEqual(expect.any(String))
    expect(await pageOf(dress.id)).toMatchObject({ product: { rating: 3.5 }, reviews: [{}, {}] })
    expect((await auditEntries(id)).map(({ action }) => action)).toEqual(['hide', 'show'])
  })

  test('stays hidden when its author rewrites it', async () => {
    const { id, dress, asAda } = await reviewed()
    await hide(id)
    clock.move(minutes(1))
    const posted = await send(
      'POST',
      'reviews/post-review',
      { productId: dress.id, rating: 1, comment: 'Still small.' },
      asAda,
    )
    expect(posted).toMatchObject({ status: 200, body: { data: { _id: id, isHidden: true } } })
    expect(await pageOf(dress.id)).toMatchObject({ product: { rating: 5 }, reviews: [{ rating: 5 }] })
    const [listed] = (await send('GET', `reviews?q=${id}`)).body.data
    expect(listed).toMatchObject({ comment: 'Still small.', isHidden: true })
    expect(+new Date(listed.createdAt)).toBeGreaterThan(+new Date(listed.hiddenAt))
  })

  test('is hidden once, also when ten requests arrive at once with a new review of the product', async () => {
    const { id, dress } = await reviewed()
    const writers = await Promise.all(Array.from({ length: 5 }, async () => signIn(db, await createUser(db))))
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => hide(id))),
      ...writers.map(headers =>
        send('POST', 'reviews/post-review', { productId: dress.id, rating: 3, comment: 'Fine.' }, headers),
      ),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(answers.filter(({ body }) => body.data.auditId)).toHaveLength(1)
    expect(await auditEntries(id)).toHaveLength(1)
    expect((await pageOf(dress.id)).product.rating).toBe(3.33) // five of 3 and one of 5
  })

  test('leaves a product without reviews when it was the only one', async () => {
    const dress = await createProduct(db, { rating: 4 })
    const { id } = await createReview(db, { user_id: olga.id, product_id: dress.id, rating: 4 })
    await hide(id)
    expect(await pageOf(dress.id)).toMatchObject({ product: { rating: 0 }, reviews: [] })
  })
})

describe('an answer', () => {
  test('is on the product page until it is changed or removed', async () => {
    const { id, dress, ada, asAda } = await reviewed()
    const first = clock.now()
    await answer(id, '  We are sorry.\nPlease send it back.  ')
    const shown = { text: 'We are sorry.\nPlease send it back.', answeredAt: first.toISOString() }
    const ofAda = async () => (await pageOf(dress.id)).reviews.find(({ _id }: { _id: string }) => _id === id)
    expect(await ofAda()).toMatchObject({ answer: shown })
    expect((await send('GET', `reviews/${ada.id}`, undefined, asAda)).body.data).toMatchObject([{ answer: shown }])

    clock.move(minutes(1))
    await answer(id, 'A new one is on its way.')
    const second = clock.now()
    expect(await ofAda()).toMatchObject({
      answer: { text: 'A new one is on its way.', answeredAt: second.toISOString() },
    })

    await removeAnswer(id)
    expect(await ofAda()).not.toHaveProperty('answer')
    const none = { answer: null, answeredAt: null }
    const [a, b] = [
      { answer: shown.text, answeredAt: first.toISOString() },
      { answer: 'A new one is on its way.', answeredAt: second.toISOString() },
    ]
    expect(await auditEntries(id)).toEqual([
      { actor: olga.id, action: 'answer', before: none, after: a },
      { actor: olga.id, action: 'answer', before: a, after: b },
      { actor: olga.id, action: 'remove answer', before: b, after: none },
    ])
  })

  test.each([
    ['', 'Please write your answer.'],
    [' \n\u200b', 'Please write your answer.'],
    ['x'.repeat(2001), 'Your answer can have at most 2,000 characters.'],
    ['a\0b', expect.any(String)],
    [7, expect.any(String)],
    [undefined, expect.any(String)],
  ])('%j is refused in one sentence', async (text, message) => {
    const { id } = await reviewed()
    expect(await answer(id, text)).toMatchObject({ status: 400, body: { message } })
    expect((await answerOf(id)).answer).toBeNull()
  })

  test('is written once, also when ten requests arrive at once', async () => {
    const { id } = await reviewed()
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(id, 'Thank you.')))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await auditEntries(id)).toHaveLength(1)
    const removed = await Promise.all(Array.from({ length: 10 }, () => removeAnswer(id)))
    expect(removed.filter(({ body }) => body.data.auditId)).toHaveLength(1)
  })
})

describe('an undo', () => {
  test('shows a hidden review and hides a shown one', async () => {
    const { id, dress } = await reviewed()
    const hidden = (await hide(id)).body.data.auditId
    expect(await undo(hidden)).toMatchObject({ status: 200, body: { message: 'Taken back' } })
    expect(await pageOf(dress.id)).toMatchObject({ product: { rating: 3.5 }, reviews: [{}, {}] })
    expect(await undo(hidden)).toMatchObject({ status: 409, body: { message: 'This was taken back before.' } })

    await hide(id)
    const shown = (await hide(id, false)).body.data.auditId
    await undo(shown)
    expect((await pageOf(dress.id)).product.rating).toBe(5)
    expect((await auditEntries(id)).map(({ action }) => action)).toEqual(['hide', 'undo', 'hide', 'show', 'undo'])
  })

  test('brings an earlier answer back, with its time', async () => {
    const { id } = await reviewed()
    const first = (await answer(id, 'We are sorry.')).body.data.auditId
    const before = await answerOf(id)
    clock.move(minutes(1))
    const second = (await answer(id, 'Thank you.')).body.data.auditId
    expect(await undo(first)).toMatchObject({ status: 409, body: { message: 'This answer was changed since.' } })
    await undo(second)
    expect(await answerOf(id)).toEqual(before)
    await undo(first)
    expect(await answerOf(id)).toEqual({ answer: null, answered_at: null })
    await answer(id, 'Again.')
    await undo((await removeAnswer(id)).body.data.auditId)
    expect((await answerOf(id)).answer).toBe('Again.')
  })

  test('does not undo what was changed since', async () => {
    const { id } = await reviewed()
    const hidden = (await hide(id)).body.data.auditId
    await hide(id, false)
    expect(await undo(hidden)).toMatchObject({
      status: 409,
      body: { message: 'This review is not hidden any more.' },
    })
  })

  test('succeeds once, also when ten requests arrive at once', async () => {
    const { id } = await reviewed()
    const { auditId } = (await hide(id)).body.data
    const answers = await Promise.all(Array.from({ length: 10 }, () => undo(auditId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  })

  test('is offered by the audit, which finds it by the product', async () => {
    const { id } = await reviewed()
    await db.updateTable('product').set({ name: 'Quartz gown' }).where('name', '=', 'Silk dress').execute()
    await hide(id)
    const found = await send('GET', 'audit?q=quartz&record=review')
    const [entry] = found.body.data
    expect(entry).toMatchObject({ record: 'review', recordId: id, recordName: 'Quartz gown', canUndo: true })
    await db.updateTable('product').set({ name: 'Silk dress' }).where('name', '=', 'Quartz gown').execute()
  })
})

describe('the list of reviews', () => {
  test('has shown and hidden ones, newest first, with product and author', async () => {
    clock.move(minutes(5))
    const { id, ada, dress } = await reviewed()
    await hide(id)
    const { body, headers } = await send('GET', 'reviews?limit=2')
    expect(Number(headers['x-total-count'])).toBeGreaterThan(2)
    expect(body.data).toMatchObject([
      { rating: 5, product: { name: 'Silk dress', isOnSale: true } },
      {
        _id: id,
        userId: { _id: ada.id, username: 'Ada' },
        productId: dress.id,
        isHidden: true,
        hiddenAt: clock.now().toISOString(),
        product: { image: expect.stringContaining('/images/placeholder/') },
      },
    ])
  })

  test('is searched by product, author, text and id, and filtered by state', async () => {
    const { id, ada, dress } = await reviewed()
    await db.updateTable('product').set({ name: 'Opal 100%' }).where('id', '=', dress.id).execute()
    await db.updateTable('user').set({ username: 'Wilhelmina' }).where('id', '=', ada.id).execute()
    await db.updateTable('review').set({ comment: 'Zigzag seams' }).where('id', '=', id).execute()
    const ids = async (query: string) =>
      (await send('GET', `reviews?${query}`)).body.data.map(({ _id }: { _id: string }) => _id)
    for (const query of ['q=wilhel', 'q=ZIGZAG', `q=${id}`]) expect(await ids(query), query).toEqual([id])
    expect(await ids('q=100%25')).toHaveLength(2)
    expect(await ids('q=opal&state=hidden')).toEqual([])
    await hide(id)
    expect(await ids('q=opal&state=hidden')).toEqual([id])
    expect(await ids('q=opal&state=shown')).not.toContain(id)
    await answer(id, 'Thank you.')
    expect(await ids('q=opal&state=unanswered')).not.toContain(id)
    expect(await ids('q=opal&state=constructor')).toHaveLength(2)
    await db.updateTable('user').set({ deleted_at: new Date() }).where('id', '=', ada.id).execute()
    expect(await ids('q=wilhel')).toEqual([])
    expect((await send('GET', `reviews?q=${id}`)).body.data[0].userId.username).toBe('Deleted user')
  })
})

test('only admins list, hide and answer reviews', async () => {
  const { id, asAda } = await reviewed()
  const calls = (headers: Record<string, string>) =>
    Promise.all([
      send('GET', 'reviews', undefined, headers),
      hide(id, true, headers),
      answer(id, 'Ha.', headers),
      removeAnswer(id, headers),
    ])
  expect((await calls({})).map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect((await calls(asAda)).map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(await auditEntries(id)).toEqual([])
})

test.each(['nothing', '00000000-0000-7000-8000-000000000000', '%00'])('%s is no review', async id => {
  for (const { status } of [await hide(id), await answer(id, 'Thank you.'), await removeAnswer(id)])
    expect(status).toBe(id === '%00' ? 400 : 404)
})

test.each([{ hidden: 'yes' }, { hidden: null }, {}])('%j is refused', async payload => {
  const { id } = await reviewed()
  expect((await send('PUT', `reviews/${id}/hidden`, payload)).status).toBe(400)
})
