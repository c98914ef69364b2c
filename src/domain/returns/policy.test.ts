import { expect, test } from 'vitest'
import { type ReturnPolicy, returnSentence } from './policy.ts'
import { arrivedAt, daysEnd } from './window.ts'

const policy: ReturnPolicy = { days: 30, payer: 'shop', exempt: [], address: [], labelLink: '' }
const categories = [
  { id: '1', name: 'Cosmetics' },
  { id: '2', name: 'Gloves' },
]

test('the policy in words', () => {
  expect(returnSentence(policy, categories)).toBe('Send it back within 30 days of its arrival. We pay the way back.')
  expect(returnSentence({ ...policy, days: 1, payer: 'buyer', exempt: ['1', '2', 'gone'] }, categories)).toBe(
    'Send it back within 1 day of its arrival. You pay the way back. Cosmetics and Gloves cannot come back, unless something is wrong with it.',
  )
  expect(returnSentence({ ...policy, days: 0 }, categories)).toContain('what the law lets you withdraw from')
})

const day = (n: number) => new Date(Date.UTC(2026, 10, n))

test('days run from the last parcel, or from two weeks after it was sent', () => {
  expect(arrivedAt({ shippedAt: undefined, deliveredAt: [] })).toBeUndefined()
  expect(arrivedAt({ shippedAt: day(1), deliveredAt: [] })).toEqual(day(15))
  expect(arrivedAt({ shippedAt: day(1), deliveredAt: [day(4), day(3)] })).toEqual(day(4))
  expect(arrivedAt({ shippedAt: day(1), deliveredAt: [day(4), null] })).toEqual(day(15))
  expect(daysEnd({ shippedAt: day(1), deliveredAt: [day(4)] }, 14)).toEqual(day(18))
  expect(daysEnd({ shippedAt: undefined, deliveredAt: [] }, 14)).toBeUndefined()
})
