import { expect, test } from 'vitest'
import { answerError } from './managed-review.ts'
import { listRatingCounts } from './review.ts'

test('reviews are counted for each rating from five stars to one, also where there are none', () => {
  expect(listRatingCounts({ 5: 3, 2: 1 })).toEqual([
    { rating: 5, count: 3 },
    { rating: 4, count: 0 },
    { rating: 3, count: 0 },
    { rating: 2, count: 1 },
    { rating: 1, count: 0 },
  ])
})

test('an answer has something to read, and an end', () => {
  expect(answerError('Thank you!')).toBeUndefined()
  expect(answerError('🧣')).toBeUndefined()
  for (const empty of ['', ' \n', '\u200b\u2800']) expect(answerError(empty)).toBe('Please write your answer.')
  expect(answerError('x'.repeat(2000))).toBeUndefined()
  expect(answerError('x'.repeat(2001))).toBe('Your answer can have at most 2,000 characters.')
})
