import { expect, test } from 'vitest'
import { nextPaymentState, orderSteps, paymentStates, stepState } from './order.ts'

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
