import { expect, test } from 'vitest'
import { headlineOf } from './headline.ts'
import { nextPaymentState, orderSteps, paymentStates, type ShownOrder, stepState } from './order.ts'
import { paymentInWords } from './payment-in-words.ts'

const report = (changes = {}) => ({ paid: true, amountCents: 4_950, currency: 'usd', ...changes })
const order = (paymentState: (typeof paymentStates)[number]) => ({ paymentState, amountCents: 4_950, currency: 'usd' })

test('an awaiting order is paid by exactly its amount in its currency', () => {
  expect(nextPaymentState(order('awaiting'), report())).toEqual({ to: 'paid' })
})

test.each([{ amountCents: 4_949 }, { amountCents: 4_951 }, { currency: 'eur' }])('%j goes to review', changes => {
  expect(nextPaymentState(order('awaiting'), report(changes))).toMatchObject({
    to: 'review',
    reason: /^Paid / as unknown,
  })
})

test('an awaiting order ends without payment', () => {
  expect(nextPaymentState(order('awaiting'), report({ paid: false, ended: 'expired' }))).toEqual({ to: 'expired' })
  expect(nextPaymentState(order('awaiting'), report({ paid: false, ended: 'failed' }))).toEqual({ to: 'failed' })
  expect(nextPaymentState(order('awaiting'), report({ paid: false }))).toBeUndefined()
})

test('a decided payment never changes', () => {
  for (const state of paymentStates.filter(state => state !== 'awaiting')) {
    expect(nextPaymentState(order(state), report({ paid: false, ended: 'expired' }))).toBeUndefined()
    expect(nextPaymentState(order(state), report({ paid: false, ended: 'failed' }))).toBeUndefined()
  }
  for (const state of ['paid', 'review', 'refunded'] as const)
    expect(nextPaymentState(order(state), report())).toBeUndefined()
})

test('money that arrives after the end goes to review and is never lost', () => {
  for (const state of ['expired', 'failed'] as const) {
    expect(nextPaymentState(order(state), report())).toMatchObject({ to: 'review' })
  }
})

test('steps before the current one are completed, later ones are ahead', () => {
  expect(orderSteps.map(({ status }) => stepState(status, 'shipped'))).toEqual([
    'completed',
    'completed',
    'current',
    'ahead',
  ])
})

test('the headline says what of an order was refunded, after how far it has come', () => {
  const bought = { number: 12, paymentState: 'paid', status: 'shipped', amount: 120, refunded: 20 } as ShownOrder
  expect(headlineOf(bought)).toBe('Your order #12 is on its way to you. $20.00 of $120.00 was refunded.')
  expect(headlineOf({ ...bought, refunded: 0 })).toBe('Your order #12 is on its way to you.')
  expect(headlineOf({ ...bought, refunded: undefined, amount: undefined })).toBe('Your order #12 is on its way to you.')
  expect(headlineOf({ ...bought, paymentState: 'refunded', refunded: 120 })).toBe('This order was refunded.')
  expect(headlineOf({ ...bought, paymentState: 'review', refunded: 0 })).toBe('Your order #12 is on its way to you.')
})

test('staff read whether an order is paid, and what to do with it', () => {
  const paid = { number: 12, paymentState: 'paid', status: 'pending' } as ShownOrder
  expect(paymentInWords(paid)).toBe('The order is paid, and nothing is left to pay. “Pending” is how far it has come.')
  expect(paymentInWords({ ...paid, status: 'shipped' })).toContain('“Shipped” is how far it has come.')
  expect(paymentInWords({ ...paid, paymentState: 'awaiting' })).toMatch(/^Not paid yet: send nothing[.]/)
  expect(paymentInWords({ ...paid, paymentState: 'review' })).toContain('Send nothing until then.')
  expect(paymentInWords({ ...paid, paymentState: 'expired' })).toContain('There is nothing to do.')
  expect(paymentInWords({ ...paid, refunding: true })).toBeUndefined()
  expect(paymentInWords({ ...paid, paymentState: 'refunded' })).toBeUndefined()
})
