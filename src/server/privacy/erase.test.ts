import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { waitingForLocks } from '../../../tests/support/waiting.ts'
import { goodPassword, openAccounts } from '../users/users.fixture.ts'
import { createKnownPerson, createManyOrders, queueOtherEmails, tablesContaining } from './erase.fixture.ts'

const shop = await openAccounts()
const { app, db, browser, signedIn, member, stored, clock } = shop
const erase = (who: Pick<ReturnType<typeof browser>, 'post'>, password: string = goodPassword, more = {}) =>
  who.post('/erase', { password, ...more })
const auditEntriesAbout = (id: string) =>
  db
    .selectFrom('audit')
    .select(['actor', 'action', 'before', 'after', 'undone_at'])
    .where('record', '=', 'user')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()

describe('an erased account', () => {
  test('leaves no trace of the person in any table', async () => {
    const ada = await createKnownPerson(shop)
    const before = await tablesContaining(db, ada.secrets)
    expect(Object.keys(before).sort()).toEqual([
      ...[
        'address',
        'audit',
        'chore',
        'invoice',
        'mail',
        'order',
        'order_event',
        'order_note',
        'refund',
        'review',
        'user',
        'withdrawal',
      ],
    ])
    await queueOtherEmails(ada, shop)
    expect(await erase(ada)).toMatchObject({ status: 200, body: { message: 'Your account is erased', data: null } })
    const emails = db.selectFrom('mail').select('kind').where('order_id', '=', ada.orders.completed.id)
    expect(await emails.execute()).toEqual([])
    expect(await db.selectFrom('mail').select('id').where('refund_id', 'is not', null).execute()).toEqual([])
    expect(await tablesContaining(db, ada.secrets)).toEqual({})
    const opens = [
      'session',
      'device',
      'password_reset',
      'email_verification',
      'second_factor',
      'recovery_code',
    ] as const
    for (const table of opens)
      expect(await db.selectFrom(table).select('user_id').where('user_id', '=', ada.user.id).execute()).toEqual([])
    const keys = db.selectFrom('order_key').select('expires_at').where('order_id', '=', ada.orders.completed.id)
    expect(await keys.execute()).toEqual([])
  })

  test('keeps orders, lines, amounts, times, history, figures and reviews', async () => {
    const ada = await createKnownPerson(shop)
    const books = async () => ({
      orders: await db
        .selectFrom('order')
        .select(['id', 'order_id', 'user_id', 'status', 'payment_state', 'amount_cents', 'payment_session'])
        .select(['created_at', 'updated_at', 'deleted_at'])
        .orderBy('id')
        .execute(),
      lines: await db.selectFrom('order_line').selectAll().orderBy('order_id').orderBy('position').execute(),
      reviews: await db
        .selectFrom('review')
        .select(['id', 'user_id', 'product_id', 'rating', 'comment', 'fit', 'created_at', 'hidden_at'])
        .orderBy('id')
        .execute(),
      tallies: await db.selectFrom('order_tally').select(['payment_state', 'status', 'n', 'cents']).execute(),
      history: await db.selectFrom('order_event').select(['order_id', 'kind', 'value', 'at']).orderBy('id').execute(),
    })
    const before = await books()
    await erase(ada)
    expect(await books()).toEqual(before)
    const product = (await app.inject(`/api/products/${ada.dress.id}`)).json().data
    expect(product.reviews).toMatchObject([
      { comment: 'Falls well.', fit: -1, userId: { _id: ada.user.id, username: 'Deleted user' } },
    ])
  })

  test('removes their height and their usual size from their reviews, also from the page that was shown before', async () => {
    const ada = await createKnownPerson(shop)
    const review = async () => (await app.inject(`/api/products/${ada.dress.id}`)).json().data.reviews[0]
    expect(await review()).toMatchObject({ heightCm: 172, usualSize: { size: 'alpha-M', label: 'M' } })
    await erase(ada)
    await expect.poll(review).not.toHaveProperty('heightCm')
    expect(await review()).not.toHaveProperty('usualSize')
  })

  test('stays in the audit and in the history of orders, under its id', async () => {
    const ada = await createKnownPerson(shop)
    const { id } = ada.user
    await erase(ada)
    const auditEntries = await auditEntriesAbout(id)
    expect(auditEntries.map(({ action, actor, before, after }) => [action, actor, before, after])).toEqual([
      ['change role', id, { role: 'admin' }, { role: 'user' }],
      ['delete', id, { role: 'user' }, null],
      ['undo', id, null, null],
      ['erase', id, { role: 'user' }, null],
    ])
    const history = db.selectFrom('order_event').select('actor').where('order_id', '=', ada.othersOrder.id)
    expect((await history.orderBy('id').execute()).map(({ actor }) => actor)).toEqual([
      `${id}@deleted.invalid`,
      'webhook',
    ])
  })

  test('is signed out everywhere, cannot be signed in to, and its e-mail is free again', async () => {
    const ada = await createKnownPerson(shop)
    const { email } = ada.user
    const phone = browser('192.0.2.7')
    await phone.login(email)
    const { cookies } = await erase(ada)
    expect(cookies.map(({ name, value }) => [name, value])).toEqual([
      ['token', ''],
      ['device', ''],
    ])
    expect([await ada.whoAmI(), await phone.whoAmI()]).toEqual([null, null])
    expect((await phone.login(email)).status).toBe(401)
    const again = await browser().post('/register', { username: 'Ada', email, password: goodPassword })
    expect(again.status).toBe(201)
    expect(again.body.data._id).not.toBe(ada.user.id)
    expect((await phone.login(email)).status).toBe(200)
  })

  test('counts as deleted: it is not in the list of users, nor in their number', async () => {
    const olga = await signedIn({ role: 'admin' })
    const total = async () => Number((await olga.send('GET', '/users?limit=1')).headers['x-total-count'])
    const ada = await createKnownPerson(shop)
    const before = await total()
    await erase(ada)
    expect(await total()).toBe(before - 1)
    expect((await olga.send('GET', `/users?q=${ada.user.id}`)).body.data).toEqual([])
    expect(await stored(ada.user.id)).toMatchObject({ username: 'Deleted user', deleted_at: clock.now(), role: 'user' })
  })

  test('leaves all other users unchanged', async () => {
    const [ada, bea] = [await createKnownPerson(shop), await createKnownPerson(shop)]
    const before = await tablesContaining(db, bea.secrets)
    await erase(ada)
    expect(await tablesContaining(db, bea.secrets)).toEqual(before)
    expect(await bea.whoAmI()).toMatchObject({ username: bea.user.username })
  })

  test('leaves the order of a guest with the same e-mail unchanged: an e-mail proves nothing', async () => {
    const ada = await createKnownPerson(shop)
    const guests = await createOrder(db, [ada.dress], { email: ada.user.email, contact_email: ada.user.email })
    await erase(ada)
    const { email } = await db.selectFrom('order').select('email').where('id', '=', guests.id).executeTakeFirstOrThrow()
    expect(email).toBe(ada.user.email)
  })
})

describe('erasing an account is refused', () => {
  test('without the password, which can be guessed five times', async () => {
    const limited = await openAccounts({ limits: (await import('../http/limits/rate-limit.ts')).shopLimits })
    const ada = await limited.signedIn()
    const answers = []
    for (let n = 0; n < 6; n++) answers.push((await ada.post('/erase', { password: `guess ${n}` })).status)
    expect(answers).toEqual([400, 400, 400, 400, 400, 429])
    expect((await ada.post('/erase', { password: goodPassword })).status).toBe(429)
    expect((await limited.stored(ada.user.id)).erased_at).toBeNull()
  })

  test.each([
    ['none', {}],
    ['a number', { password: 7 }],
    ['an endless one', { password: 'x'.repeat(2000) }],
    ['an empty one', { password: '' }],
  ])('for a password that is %s', async (_what, body) => {
    const ada = await signedIn()
    expect((await ada.post('/erase', body)).status).toBe(400)
    expect(await ada.whoAmI()).not.toBeNull()
  })

  test.each([
    [{ payment_state: 'paid', status: 'pending' }, 'is paid and not completed yet'],
    [{ payment_state: 'paid', status: 'shipped' }, 'is paid and not completed yet'],
    [{ payment_state: 'awaiting' }, 'awaits its payment'],
    [{ payment_state: 'review' }, 'is being looked at'],
  ] as const)('while an order is %j', async (state, why) => {
    const ada = await createKnownPerson(shop)
    const order = await createOrder(db, [ada.dress], { user_id: ada.user.id, email: ada.user.email, ...state })
    const before = await tablesContaining(db, ada.secrets)
    const { status, body } = await erase(ada)
    expect([status, body.message]).toEqual([409, expect.stringContaining(why)])
    expect(body.message).toContain(order.order_id)
    expect(await tablesContaining(db, ada.secrets)).toEqual(before)
    expect(await ada.whoAmI()).not.toBeNull()
    await db
      .updateTable('order')
      .set({ payment_state: 'paid', status: 'completed' })
      .where('id', '=', order.id)
      .execute()
    expect((await erase(ada)).status).toBe(200)
  })

  test('for an admin, one of many or the last', async () => {
    const olga = await signedIn({ role: 'admin' })
    const refusal = { status: 409, body: { message: expect.stringContaining('the account of an admin') } }
    expect(await erase(olga)).toMatchObject(refusal)
    await createUser(db, { role: 'admin' })
    expect(await erase(olga)).toMatchObject(refusal)
    await db.updateTable('user').set({ role: 'user' }).where('id', '=', olga.user.id).execute()
    expect((await erase(olga)).status).toBe(200)
  })
})

test('ten requests at once erase an account once', async () => {
  const ada = await createKnownPerson(shop)
  const answers = await Promise.all(Array.from({ length: 10 }, () => erase(ada)))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  expect(statuses.every(status => [200, 400, 401].includes(status))).toBe(true)
  const auditEntries = await auditEntriesAbout(ada.user.id)
  expect(auditEntries.filter(({ action }) => action === 'erase')).toHaveLength(1)
})

test('an account whose password changes meanwhile is not erased with the old one', async () => {
  const ada = await signedIn()
  let answer: ReturnType<typeof erase> | undefined
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('vitrine users'))`.execute(tx) // makes the erasure wait
    answer = erase(ada)
    await expect.poll(async () => (await sql.raw(waitingForLocks).execute(db)).rows.length).toBe(1)
    await tx.updateTable('user').set({ password_hash: 'another' }).where('id', '=', ada.user.id).execute()
  })
  expect(await answer).toMatchObject({ status: 400, body: { message: 'The password is not right.' } })
  expect((await stored(ada.user.id)).erased_at).toBeNull()
})

test('no action on an erased user can be undone, and the audit offers none', async () => {
  const olga = await createUser(db, { role: 'admin' })
  const headers = await signIn(db, olga)
  const ada = await createKnownPerson(shop)
  const gone = await app.inject({ method: 'DELETE', url: `/api/auth/users/${ada.user.id}`, headers })
  const { auditId } = gone.json().data
  const undo = () => app.inject({ method: 'POST', url: `/api/admin/undo/${auditId}`, headers })
  expect((await undo()).statusCode).toBe(200)
  await browserOf(ada.user.email)
  await erase(await browserOf(ada.user.email))
  await db.updateTable('audit').set({ undone_at: null }).where('id', '=', auditId).execute()

  expect((await undo()).json()).toMatchObject({
    success: false,
    code: 'conflict',
    message: 'This user was erased. Nothing can bring them back.',
  })
  const { data } = (await app.inject({ url: `/api/audit?q=${ada.user.id}`, headers })).json()
  expect(data.filter(({ canUndo }: { canUndo: boolean }) => canUndo)).toEqual([])
  expect(data[0]).toMatchObject({ action: 'erase', recordName: `${ada.user.id}@deleted.invalid` })

  async function browserOf(email: string) {
    const own = browser('192.0.2.9')
    await own.login(email)
    return own
  }
})

test('nobody can register the address that replaces the e-mail of an erased user', async () => {
  const ada = await member()
  const email = `${ada.id.toUpperCase()}@Deleted.Invalid`
  const { status } = await browser().post('/register', { username: 'Eve', email, password: goodPassword })
  expect(status).toBe(400)
})

test('two thousand orders are anonymised in one request', async () => {
  const ada = await signedIn()
  const dress = await createProduct(db)
  await createManyOrders(db, ada.user.id, dress.id, 2_000)
  await db.updateTable('order').set({ email: ada.user.email }).where('user_id', '=', ada.user.id).execute()
  expect((await erase(ada)).status).toBe(200)
  expect(await tablesContaining(db, [ada.user.email])).toEqual({})
  expect(clock.now()).toEqual((await stored(ada.user.id)).erased_at)
})

test('who only typed the address of another reads and erases nothing that is asked for with it', async () => {
  const email = 'vera@elsewhere.test'
  const asOlga = await signIn(db, await createUser(db, { role: 'admin', email: 'olga@shop.test' }))
  const piece = await createProduct(db)
  await db.insertInto('stock').values({ variant_id: piece.id, product_id: piece.id, on_hand: 0, held: 0 }).execute()
  const post = async (url: string, payload: object, headers = {}) =>
    (await app.inject({ method: 'POST', url: `/api/${url}`, payload, headers })).statusCode
  expect(await post('alerts', { variantId: piece.id, email })).toBeLessThan(300)
  expect(await post('contact', { name: 'Vera', email, subject: 'Hello', message: 'Is it silk?' })).toBe(201)
  const { id } = await db
    .selectFrom('contact_message')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const answer = { id: crypto.randomUUID(), text: 'It is.', done: true }
  expect(await post(`contact/${id}/answers`, answer, asOlga)).toBeLessThan(300)
  expect(await post('auth/invitations', { email, role: 'staff' }, asOlga)).toBeLessThan(300)
  const asked = ['alert-confirmation', 'invitation', 'message-answer']
  const queued = async () =>
    (await db.selectFrom('mail').select('kind').where('address', '=', email).execute()).map(({ kind }) => kind).sort()
  const rows = async () => [
    ...(await db.selectFrom('stock_alert').select('email').where('email', '=', email).execute()),
    ...(await db.selectFrom('invitation').select('email').where('email', '=', email).execute()),
  ]
  expect(await queued()).toEqual(asked)

  const eve = browser('203.0.113.9')
  expect((await eve.post('/register', { username: 'Evelyn', email, password: goodPassword })).status).toBe(201)
  await eve.login(email)
  const data = (await app.inject({ url: '/api/auth/my-data', cookies: eve.cookies })).json()
  expect(data.lettersToThisAddress.map(({ kind }: { kind: string }) => kind)).toEqual(['verify-email'])
  expect(data.sizesToBeToldAbout).toEqual([])
  expect((await erase(eve)).status).toBe(200)
  expect(await queued()).toEqual(asked)
  expect(await rows()).toHaveLength(2)
})
