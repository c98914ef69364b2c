import { expect, test } from 'vitest'
import { refundableCents, staffRefundError } from './staff-refund.ts'

const order = (change: Partial<Parameters<typeof staffRefundError>[0]> = {}) => ({
  ...{ amountCents: 5_000, paymentState: 'paid' as const, refunds: [] },
  ...change,
})
const refund = (cents: number, state: 'asked' | 'done' | 'failed' = 'done', byStaff = true) => ({
  cents,
  state,
  byStaff,
})

test('staff refund up to the limit of the owner, and nothing without one', () => {
  expect(staffRefundError(order(), 5_000)).toBeUndefined()
  expect(staffRefundError(order(), 4_999)).toBe(
    'Staff can refund up to $49.99 of an order. An admin can refund this one.',
  )
  expect(staffRefundError(order(), 0)).toBe('Only an admin can refund an order.')
})

test('a payment in review is not for staff, because more may have been paid', () => {
  expect(staffRefundError(order({ paymentState: 'review' }), 99_999)).toMatch(/in review/)
})

test('all refunds of staff count together, done and pending, without failed ones and those of others', () => {
  expect(staffRefundError(order({ refunds: [refund(3_000)] }), 5_000)).toBeUndefined()
  expect(staffRefundError(order({ refunds: [refund(3_000)] }), 4_999)).toBeDefined()
  expect(staffRefundError(order({ refunds: [refund(3_000, 'asked')] }), 7_999)).toBeDefined()
  expect(staffRefundError(order({ refunds: [refund(3_000, 'failed')] }), 5_000)).toBeUndefined()
  expect(staffRefundError(order({ refunds: [refund(3_000, 'done', false)] }), 2_000)).toBeUndefined()
})

test('a refund returns what is left of the amount, and at least a cent', () => {
  expect(refundableCents(order({ refunds: [refund(3_000), refund(1_000, 'failed')] }))).toBe(2_000)
  expect(refundableCents(order({ refunds: [refund(9_000)] }))).toBe(1)
})
