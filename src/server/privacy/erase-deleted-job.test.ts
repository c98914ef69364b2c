import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { withSecondFactor } from '../auth/two-factor/two-factor.fixture.ts'
import { saveProfilePicture } from '../images/profile-picture.ts'
import { sweepPictures } from '../images/sweep.ts'
import { goodPassword, openAccounts } from '../users/users.fixture.ts'
import { createKnownPerson, personalDataOf, tablesContaining } from './erase.fixture.ts'
import { eraseByEmail, eraseDeleted } from './erase-deleted-job.ts'

const shop = await openAccounts()
const { app, db, browser, signedIn, stored, clock, images } = shop
const book = { db, clock, ids: shop.shop.ids }
const day = 24 * 60 * 60_000
const auditEntriesAbout = async (id: string) =>
  (await db.selectFrom('audit').select(['actor', 'action']).where('record_id', '=', id).orderBy('id').execute()).map(
    ({ actor, action }) => `${action} by ${actor ?? 'nobody'}`,
  )

let olga: { id: string }
beforeEach(async () => {
  olga = await createUser(db, { role: 'admin' })
})
async function deleteAsAdmin({ id }: { id: string }) {
  const headers = await signIn(db, olga)
  await db
    .updateTable('session')
    .set({ seen_at: clock.now(), expires_at: new Date(+clock.now() + day) })
    .execute()
  expect((await app.inject({ method: 'DELETE', url: `/api/auth/users/${id}`, headers })).statusCode).toBe(200)
}

describe('a user whom an admin has deleted', () => {
  test('is erased once the deletion can no longer be undone, and not a day before', async () => {
    const ada = await createKnownPerson(shop)
    await deleteAsAdmin(ada.user)
    const before = await tablesContaining(db, ada.secrets)
    clock.move(29 * day)
    expect(await eraseDeleted(book)).toBe(0)
    expect(await tablesContaining(db, ada.secrets)).toEqual(before)
    clock.move(day + 1)
    expect(await eraseDeleted(book)).toBe(1)
    expect(await tablesContaining(db, ada.secrets)).toEqual({})
    const saved = db.selectFrom('wishlist_item').select('product_id').where('user_id', '=', ada.user.id)
    expect(await saved.execute()).toEqual([])
    expect((await auditEntriesAbout(ada.user.id)).slice(-2)).toEqual([`delete by ${olga.id}`, 'erase by nobody'])
    expect(await eraseDeleted(book)).toBe(0)
  })

  test('is erased once, however many processes run the job at the same time', async () => {
    const ada = await createKnownPerson(shop)
    await deleteAsAdmin(ada.user)
    clock.move(31 * day)
    const erased = await Promise.all(Array.from({ length: 4 }, () => eraseDeleted(book)))
    expect(erased.reduce((sum, n) => sum + n)).toBe(1)
    expect((await auditEntriesAbout(ada.user.id)).filter(auditEntry => auditEntry.startsWith('erase'))).toHaveLength(1)
  })

  test('is erased later when an order is under way, and delays nobody else', async () => {
    const [ada, bea] = [await createKnownPerson(shop), await createKnownPerson(shop)]
    const order = await createOrder(db, [ada.dress], { user_id: ada.user.id, email: ada.user.email })
    for (const { user } of [ada, bea]) await deleteAsAdmin(user)
    clock.move(31 * day)
    expect(await eraseDeleted(book)).toBe(1)
    expect((await stored(ada.user.id)).erased_at).toBeNull()
    expect((await stored(bea.user.id)).erased_at).not.toBeNull()
    await db.updateTable('order').set({ status: 'completed' }).where('id', '=', order.id).execute()
    expect(await eraseDeleted(book)).toBe(1)
  })

  test('is erased even after somebody else has registered the e-mail', async () => {
    const ada = await createKnownPerson(shop)
    await deleteAsAdmin(ada.user)
    clock.move(31 * day)
    const { email } = ada.user
    await browser().post('/register', { username: 'Other', email, password: goodPassword })
    await eraseDeleted(book)
    expect(await tablesContaining(db, ada.secrets)).toEqual({ user: 1 })
  })

  test('is erased even if they were an admin, and another admin stays', async () => {
    const otto = await createUser(db, { role: 'admin' })
    await deleteAsAdmin(otto)
    clock.move(31 * day)
    expect(await eraseDeleted(book)).toBe(1)
    expect((await stored(olga.id)).erased_at).toBeNull()
  })
})

test('rows that arrive later for an erased user are erased too, once the shop no longer needs them', async () => {
  const ada = await createKnownPerson(shop)
  await ada.post('/erase', { password: goodPassword })
  const late = { user_id: ada.user.id, email: ada.user.email, contact_email: ada.secrets[5] ?? '' }
  const order = await createOrder(db, [ada.dress], { ...late, payment_state: 'review' })
  await eraseDeleted(book)
  expect(Object.keys(await tablesContaining(db, ada.secrets))).toEqual(['order'])
  await db.updateTable('order').set({ payment_state: 'refunded' }).where('id', '=', order.id).execute()
  await eraseDeleted(book)
  expect(await tablesContaining(db, ada.secrets)).toEqual({})
})

describe('erasing from the command line', () => {
  test('is refused while a refund of the user is pending or a payment is disputed', async () => {
    const ada = await createKnownPerson(shop)
    const { id, order_id } = ada.orders.completed
    const at = clock.now()
    const dispute = { order_id: id, cents: 100, reason: 'general', due_by: null, at, updated_at: at }
    await db
      .insertInto('dispute')
      .values({ ...dispute, id: `du_${id}`, status: 'needs_response' })
      .execute()
    const needed = `A refund, a return or a dispute of the order ${order_id} is not over yet.`
    await expect(eraseByEmail(book, ada.user.email, false)).rejects.toThrow(needed)
    await db.updateTable('dispute').set({ status: 'lost' }).where('order_id', '=', id).execute()
    const refund = { id: book.ids.uuid(), order_id: id, cents: 100, provider_id: null, reason: null }
    await db
      .insertInto('refund')
      .values({ ...refund, state: 'asked', actor: 'provider', actor_id: null, at, updated_at: at, check_at: at })
      .execute()
    await expect(eraseByEmail(book, ada.user.email, false)).rejects.toThrow(needed)
    await db.updateTable('refund').set({ state: 'done' }).where('order_id', '=', id).execute()
    await eraseByEmail(book, ada.user.email, false)
    expect(await tablesContaining(db, ada.secrets)).toEqual({})
  })

  test('erases the same data under the same rules, even for a user whom an admin has deleted', async () => {
    const [ada, bea] = [await createKnownPerson(shop), await createKnownPerson(shop)]
    const order = await createOrder(db, [ada.dress], { user_id: ada.user.id })
    for (const pretend of [true, false])
      await expect(eraseByEmail(book, ada.user.email, pretend)).rejects.toThrow('is paid and not completed yet')
    await db.updateTable('order').set({ status: 'completed' }).where('id', '=', order.id).execute()
    await eraseByEmail(book, ada.user.email.toUpperCase(), true)
    expect((await stored(ada.user.id)).erased_at).toBeNull()
    await eraseByEmail(book, ada.user.email.toUpperCase(), false)
    expect(await tablesContaining(db, ada.secrets)).toEqual({})
    await expect(eraseByEmail(book, ada.user.email, false)).rejects.toThrow('There is no account')
    await expect(eraseByEmail(book, `${ada.user.id}@deleted.invalid`, false)).rejects.toThrow('There is no account')
    await deleteAsAdmin(bea.user)
    await eraseByEmail(book, bea.user.email, false)
    expect(await tablesContaining(db, bea.secrets)).toEqual({})
  })

  test('removes the buyer from the orders of a guest, once none is under way', async () => {
    const dress = await createProduct(db)
    const { email, contact, street, phone, username } = personalDataOf(900)
    const bought = { email, contact_email: contact }
    const [early, late] = [await createOrder(db, [dress], bought), await createOrder(db, [dress], bought)]
    const others = await createOrder(db, [dress], { email: 'bea@letters.test', status: 'completed' })
    const rest = { name: username, line2: null, state: null, postal_code: null, city: 'Norwich', country: 'GB' }
    for (const { id: order_id } of [early, late])
      await db
        .insertInto('address')
        .values({ order_id, line1: street, phone, ...rest })
        .execute()
    const waiting = { kind: 'order-confirmation', address: null, created_at: clock.now(), next_try_at: null } as const
    await db
      .insertInto('mail')
      .values({ ...waiting, id: book.ids.uuid(), order_id: early.id })
      .execute()
    const complete = (id: string) => db.updateTable('order').set({ status: 'completed' }).where('id', '=', id).execute()
    const secrets = [email, contact, street, phone, username]
    const before = await tablesContaining(db, secrets)
    expect(before).toMatchObject({ order: 2, address: 2 })

    await complete(early.id)
    for (const pretend of [true, false])
      await expect(eraseByEmail(book, email, pretend)).rejects.toThrow(`${late.order_id} is paid and not completed yet`)
    await complete(late.id)
    await eraseByEmail(book, email, true)
    expect(await tablesContaining(db, secrets)).toEqual(before)

    await eraseByEmail(book, email.toUpperCase(), false)
    expect(await tablesContaining(db, secrets)).toEqual({})
    const books = db.selectFrom('order').select(['id', 'email', 'amount_cents', 'payment_state'])
    expect(await books.where('id', 'in', [early.id, late.id, others.id]).orderBy('id').execute()).toEqual(
      [early, late, others]
        .map(({ id, amount_cents }) => {
          const saved = id === others.id ? 'bea@letters.test' : null
          return { id, email: saved, amount_cents, payment_state: 'paid' }
        })
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    expect(await db.selectFrom('mail').select('id').where('order_id', '=', early.id).execute()).toEqual([])
    expect([await auditEntriesAbout(early.id), await auditEntriesAbout(late.id)]).toEqual([
      ['erase buyer by nobody'],
      ['erase buyer by nobody'],
    ])
    expect(await auditEntriesAbout(others.id)).toEqual([])
    await expect(eraseByEmail(book, email, false)).rejects.toThrow('no order of a guest')
  })

  test('also erases what a user bought as a guest', async () => {
    const ada = await createKnownPerson(shop)
    const guests = await createOrder(db, [ada.dress], { email: ada.user.email, contact_email: ada.user.email })
    await expect(eraseByEmail(book, ada.user.email, false)).rejects.toThrow(guests.order_id)
    expect((await stored(ada.user.id)).erased_at).toBeNull()
    await db.updateTable('order').set({ status: 'completed' }).where('id', '=', guests.id).execute()
    await eraseByEmail(book, ada.user.email, false)
    expect(await tablesContaining(db, ada.secrets)).toEqual({})
  })

  test('is refused for an admin', async () => {
    await db.updateTable('user').set({ email: 'olga@shop.test' }).where('id', '=', olga.id).execute()
    await expect(eraseByEmail(book, 'olga@shop.test', false)).rejects.toThrow('the account of an admin')
  })
})

test('the picture of an erased user is deleted with the next unused pictures', async () => {
  const ada = await signedIn()
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  const id = await saveProfilePicture({ db, images, clock }, ada.user.id, bytes)
  const profile_image = `${shop.shop.config.publicOrigin}/images/${id}/320.webp`
  await db.updateTable('user').set({ profile_image }).where('id', '=', ada.user.id).execute()
  clock.move(2 * day)
  await sweepPictures({ db, images, clock })
  const keys = async () => {
    const found = []
    for await (const key of images.keys()) found.push(key)
    return found
  }
  expect(await keys()).toEqual([`${id}/320.webp`])
  expect((await ada.post('/erase', { password: goodPassword })).status).toBe(200)
  expect(await sweepPictures({ db, images, clock })).toBe(1)
  expect(await keys()).toEqual([])
})

test('a user with a second factor needs a code to erase the account, with at most five wrong codes', async () => {
  const limited = await openAccounts({ limits: (await import('../http/limits/rate-limit.ts')).shopLimits })
  const olga = await withSecondFactor(limited, await limited.signedIn({ role: 'admin' }))
  await limited.db.updateTable('user').set({ role: 'user' }).where('id', '=', olga.user.id).execute()
  const erase = async (code?: string, password = goodPassword) => {
    const { status, body } = await olga.post('/erase', { password, ...(code !== undefined && { code }) })
    return `${status} ${body.code ?? ''}`
  }
  expect(await erase()).toBe('400 code_needed')
  expect(await erase('  ')).toBe('400 code_needed')
  expect(await erase(olga.code(), 'not this one')).toBe('400 bad_request')
  for (let n = 0; n < 5; n++) expect(await erase(olga.wrongCode())).toBe('400 code_wrong')
  expect(await erase(olga.code())).toBe('429 too_many')
  expect((await limited.stored(olga.user.id)).erased_at).toBeNull()
  limited.clock.move(61_000)
  expect(await erase(` ${olga.codes[0]} `)).toBe('200 ')
  const left = limited.db.selectFrom('recovery_code').select('user_id').where('user_id', '=', olga.user.id)
  expect(await left.execute()).toEqual([])
})
