import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminOrder, ShownOrder } from '#domain/orders/order.ts'
import { createUser } from '../../../../tests/support/builders.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { sendDue } from '../../mail/outbox.ts'
import type { Email } from '../../mail/transports/mailer.ts'
import { openCheckout } from '../../orders/orders.fixture.ts'
import { minutes, paymentOf } from '../payments.fixture.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
let asOlga: { cookie: string }
let asAda: { cookie: string }
beforeAll(async () => {
  shop = await openCheckout()
  const [olga] = await Promise.all(
    ['olga@shop.test', 'otto@shop.test'].map(email => createUser(shop.db, { role: 'admin', email })),
  )
  if (!olga) throw new Error('There is an admin')
  asOlga = await signIn(shop.db, olga)
  asAda = await signIn(shop.db, await createUser(shop.db, { email: 'ada@shop.test' }))
  await shop.sendEventsToShop()
})
afterAll(() => shop.close())

async function disputedOrder() {
  const { sessionId, orderId } = await shop.orderSomething(49.5, asAda)
  await shop.pay(sessionId, { card_number: '4000 0000 0000 0259' })
  await shop.confirm(sessionId)
  shop.clock.move(minutes(1))
  await shop.sandbox.catchUp()
  return { ...(await shop.stored(orderId)), sessionId }
}
const shown = async (id: string, headers = asOlga) => (await shop.order(id, headers)).body.data as ShownOrder
const disputeOf = (orderId: string) =>
  shop.db.selectFrom('dispute').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()

async function sendMail() {
  const sent: Email[] = []
  const mailer = { send: async (email: Email) => void sent.push(email) }
  await sendDue({ db: shop.db, clock: shop.clock, origin: shop.origin, mailer })
  return sent.filter(({ subject }) => subject.includes('disputed'))
}

test('a disputed payment is shown to the admins with its deadline, and to nobody else', async () => {
  const { id, order_id } = await disputedOrder()
  const dispute = { amount: 49.5, reason: 'fraudulent', status: 'needs_response', isOpen: true }
  const { disputes = [], paymentState } = await shown(id)
  expect(paymentState).toBe('paid')
  expect(disputes).toMatchObject([dispute])
  const days = (Date.parse(disputes[0]?.dueBy ?? '') - +shop.clock.now()) / minutes(24 * 60)
  expect(Math.round(days)).toBe(10)
  const list = await shop.app.inject({ url: `/api/orders/?q=${order_id}`, headers: asOlga })
  expect(list.json().data as AdminOrder[]).toMatchObject([{ disputes: [dispute] }])
  expect(await shown(id, asAda)).not.toHaveProperty('disputes')
})

test('a disputed order can still be shipped', async () => {
  const { id } = await disputedOrder()
  const shipping = await shop.app.inject({
    method: 'PATCH',
    url: `/api/orders/update-order-status/${id}`,
    payload: { status: 'shipped' },
    headers: asOlga,
  })
  expect(shipping.json().data).toMatchObject({ status: 'shipped', disputes: [{ isOpen: true }] })
})

test('every admin gets one e-mail about a dispute, with the deadline for a response', async () => {
  await sendMail()
  const { order_id } = await disputedOrder()
  const emails = await sendMail()
  expect(emails.map(({ to }) => to).toSorted()).toEqual(['olga@shop.test', 'otto@shop.test'])
  const { due_by } = await disputeOf((await shop.stored(order_id)).id)
  const day = due_by?.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  expect(emails[0]?.subject).toBe(`A payment is disputed: answer by ${day}`)
  for (const words of ['$49.50', '(fraudulent)', order_id, `Answer it by ${day} at`])
    expect(emails[0]?.text).toContain(words)
  expect(await sendMail()).toEqual([])
})

test('no e-mail is sent about a dispute that is closed before the e-mail is written', async () => {
  await sendMail()
  const { id } = await disputedOrder()
  const { id: dispute } = await disputeOf(id)
  await shop.dashboard.disputes.update(dispute, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
  await expect.poll(async () => (await disputeOf(id)).status).toBe('won')
  expect(await sendMail()).toEqual([])
  expect((await shown(id)).disputes).toMatchObject([{ status: 'won', isOpen: false }])
})

test('a dispute that is lost is closed; its order stays as it is', async () => {
  const { id } = await disputedOrder()
  const { id: dispute } = await disputeOf(id)
  await shop.dashboard.disputes.close(dispute)
  await expect.poll(async () => (await shown(id)).disputes).toMatchObject([{ status: 'lost', isOpen: false }])
  expect((await shown(id)).paymentState).toBe('paid')
})

const post = (payload: string) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: shop.sandbox.webhookSecret,
        timestamp: Math.floor(+shop.clock.now() / 1000),
      }),
    },
    body: payload,
  })
const sendEvent = (payment_intent: string, id: string, status: string, created: number) =>
  post(
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'charge.dispute.updated',
      created,
      data: {
        object: {
          id,
          object: 'dispute',
          payment_intent,
          amount: 4_950,
          reason: 'general',
          status,
          created: 1,
          evidence_details: { due_by: null },
        },
      },
    }),
  )

test('events about a dispute count once, and only forward, in whatever order they arrive', async () => {
  const { sessionId, orderId } = await shop.orderSomething()
  await shop.pay(sessionId)
  const { id } = await shop.stored(orderId)
  const payment = await paymentOf(shop.dashboard, sessionId)
  const about = (status: string, at: number) => sendEvent(payment, `du_${orderId}`, status, at)
  const status = async () => (await disputeOf(id)).status
  expect((await about('under_review', 20)).statusCode).toBe(200)
  await about('needs_response', 10)
  expect(await status()).toBe('under_review')
  await Promise.all([about('won', 30), about('under_review', 30), about('won', 30)])
  expect(await status()).toBe('won')
  await about('needs_response', 15)
  expect(await status()).toBe('won')
  expect((await shown(id)).disputes).toMatchObject([{ dueBy: null, isOpen: false }])
})

test('an event about a dispute of another shop is accepted and changes nothing', async () => {
  const before = await shop.db.selectFrom('dispute').select('id').execute()
  expect((await sendEvent('pi_unknown', 'du_stranger', 'needs_response', 10)).statusCode).toBe(200)
  expect(await shop.db.selectFrom('dispute').select('id').execute()).toEqual(before)
})
