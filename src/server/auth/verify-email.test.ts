import { expect, test } from 'vitest'
import { createOrder, createProduct } from '../../../tests/support/builders.ts'
import { openTestMail } from '../mail/mail.fixture.ts'
import { sendDue } from '../mail/outbox.ts'
import { goodPassword, openAccounts } from '../users/users.fixture.ts'

const { browser, signedIn, clock, db, stored } = await openAccounts()
const mail = await openTestMail()
await mail.close()
const context = { ...mail.context, db, clock }

const day = 24 * 60 * 60_000
const tooOld = 'This link is too old, or belongs to another account. Please ask for a new one.'
const product = await createProduct(db)

/** Sends what is queued, and returns the token of the newest link to this address. */
async function tokenFor(address: string) {
  await sendDue(context)
  const email = mail.emails.findLast(({ to }) => to === address)
  return /\/verify-email#([\w-]{43})\n/.exec(email?.text ?? '')?.[1] ?? ''
}
async function linkOf(user: Awaited<ReturnType<typeof signedIn>>) {
  expect((await user.post('/ask-verification')).status).toBe(200)
  return await tokenFor(user.user.email)
}
const boughtByGuest = (email: string, more = {}) => createOrder(db, [product], { email, contact_email: email, ...more })
const ownerOf = async (id: string) =>
  (await db.selectFrom('order').select('user_id').where('id', '=', id).executeTakeFirstOrThrow()).user_id

test('registering queues a link; the guest orders of the address belong to the account only once it is opened', async () => {
  const email = 'Grace@Shop.test'
  const order = await boughtByGuest('grace@shop.test')
  const others = await boughtByGuest('eve@shop.test')
  const grace = browser()
  await grace.post('/register', { username: 'Grace', email, password: goodPassword })
  await grace.login(email)
  expect(await ownerOf(order.id)).toBeNull()

  const { status, body } = await grace.post('/verify-email', { token: await tokenFor(email) })
  expect({ status, body }).toEqual({
    status: 200,
    body: { success: true, message: 'Your e-mail is confirmed', data: { orders: 1 } },
  })
  const user = await grace.whoAmI()
  expect(await ownerOf(order.id)).toBe(user._id)
  expect(await ownerOf(others.id)).toBeNull()
  expect((await stored(user._id)).email_verified_at).toEqual(clock.now())
})

test('orders that were placed as a guest later become theirs by another link', async () => {
  const ada = await signedIn()
  expect((await ada.post('/verify-email', { token: await linkOf(ada) })).body.data).toEqual({ orders: 0 })
  const late = await boughtByGuest('somebody@else.test', { contact_email: ada.user.email })
  expect((await ada.post('/verify-email', { token: await linkOf(ada) })).body.data).toEqual({ orders: 1 })
  expect(await ownerOf(late.id)).toBe(ada.user.id)
})

test('a link claims nothing for somebody who cannot open the mailbox, nor for an account that is not signed in', async () => {
  const eve = await signedIn()
  const order = await boughtByGuest(eve.user.email)
  const [hers, ada] = [await linkOf(eve), await signedIn()]
  expect((await browser().post('/verify-email', { token: hers })).status).toBe(401)
  for (const token of [hers, '', 'x', 'x'.repeat(43), 'x'.repeat(128)]) {
    const { status, body } = await ada.post('/verify-email', { token })
    expect({ status, message: body.message }).toEqual({ status: 400, message: tooOld })
  }
  expect(await ownerOf(order.id)).toBeNull()
  expect((await eve.post('/verify-email', { token: hers })).status).toBe(200)
})

test('a link works once, also when ten requests use it at the same moment', async () => {
  const ada = await signedIn()
  await boughtByGuest(ada.user.email)
  const token = await linkOf(ada)
  const answers = await Promise.all(Array.from({ length: 10 }, () => ada.post('/verify-email', { token })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)])
  expect(answers.find(({ status }) => status === 200)?.body.data).toEqual({ orders: 1 })
})

test('who opens a used link again reads that the e-mail is confirmed, and gets no orders by it', async () => {
  const ada = await signedIn()
  const token = await linkOf(ada)
  await ada.post('/verify-email', { token })
  const late = await boughtByGuest(ada.user.email)
  const { status, body } = await ada.post('/verify-email', { token })
  const message = 'Your e-mail is confirmed already. If a guest order is missing, please ask for a new link.'
  expect({ status, message: body.message }).toEqual({ status: 400, message })
  expect(await ownerOf(late.id)).toBeNull()
})

test('a link lives for three days from the moment it is sent', async () => {
  const ada = await signedIn()
  const token = await linkOf(ada)
  clock.move(3 * day)
  expect((await ada.post('/verify-email', { token })).body.message).toBe(tooOld)
})

test('orders of other accounts are never claimed', async () => {
  const [ada, grace] = [await signedIn(), await signedIn()]
  const order = await boughtByGuest(ada.user.email, { user_id: grace.user.id })
  expect((await ada.post('/verify-email', { token: await linkOf(ada) })).body.data).toEqual({ orders: 0 })
  expect(await ownerOf(order.id)).toBe(grace.user.id)
})

test('one mailbox gets five links an hour, whoever asks how often', async () => {
  const ada = await signedIn()
  const asked = await Promise.all(Array.from({ length: 5 }, () => ada.post('/ask-verification')))
  for (let n = 0; n < 3; n++) asked.push(await ada.post('/ask-verification'))
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
  const queued = db.selectFrom('mail').select('id').where('address', '=', ada.user.email)
  expect((await queued.execute()).length).toBeLessThanOrEqual(5)
  expect((await browser().post('/ask-verification')).status).toBe(401)
})

test.each([undefined, {}, { token: 7 }, { token: 'x'.repeat(129) }])('%j is a bad request', async body => {
  const ada = await signedIn()
  expect((await ada.post('/verify-email', body)).status).toBe(400)
})
