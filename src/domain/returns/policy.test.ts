import { expect, test } from 'vitest'
import type { ReturnPolicy } from '../settings/section.ts'
import { returnSentence } from './policy.ts'

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
