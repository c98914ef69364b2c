import { expect, test } from 'vitest'
import { staffLeftCents, staffRefundError } from './staff-refund.ts'

const order = (change: Partial<Parameters<typeof staffRefundError>[0]> = {}) => ({
  ...{ paymentState: 'paid' as const, refunds: [] },
  ...change,
})
const refund = (cents: number, state: 'asked' | 'done' | 'failed' = 'done', byStaff = true) => ({
  cents,
  state,
  byStaff,
})

test('staff refund up to the limit of the owner, and nothing without one', () => {
  expect(staffRefundError(order(), 5_000, 5_000)).toBeUndefined()
  expect(staffRefundError(order(), 4_999, 5_000)).toBe(
    'Staff can refund up to $49.99 of an order. An admin can refund this one.',
  )
  expect(staffRefundError(order(), 0, 1)).toBe('Only an admin can refund an order.')
})

test('a payment in review is not for staff, because more may have been paid', () => {
  expect(staffRefundError(order({ paymentState: 'review' }), 99_999, 1)).toMatch(/in review/)
})

test('all refunds of staff count together, done and pending, without failed ones and those of others', () => {
  const refunds = [refund(1_000), refund(2_000, 'asked'), refund(9_000, 'failed'), refund(9_000, 'done', false)]
  expect(staffLeftCents({ refunds }, 5_000)).toBe(2_000)
  expect(staffRefundError(order({ refunds }), 5_000, 2_000)).toBeUndefined()
  expect(staffRefundError(order({ refunds }), 5_000, 2_001)).toBeDefined()
})
