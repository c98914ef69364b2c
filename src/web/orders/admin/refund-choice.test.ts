import { afterEach, expect, test } from 'vitest'
import { setCurrency } from '#domain/money.ts'
import { nothingChosen, partsOf, readAmount } from './refund-choice.ts'

afterEach(() => setCurrency('USD'))

test.each([
  ['USD', '$12.50', 12.5],
  ['JPY', '1250', 1_250],
])('in %s a further amount of %s is sent as %d', (code, amount, sent) => {
  setCurrency(code)
  expect(partsOf({ ...nothingChosen, amount })).toEqual({ lines: [], delivery: false, amount: sent })
})

test('no further amount is nothing, and a text is none', () => {
  expect([readAmount(' '), readAmount('all')]).toEqual([0, undefined])
})
