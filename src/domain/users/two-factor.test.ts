import { expect, test } from 'vitest'
import { isAppCode, normaliseCode } from './two-factor.ts'

test.each([
  ['123456', '123456', true],
  [' 123 456\n', '123456', true],
  ['１２３４５６', '123456', true],
  ['12345', '12345', false],
  ['1234567', '1234567', false],
  ['ABCDE-FGHJK-MNPQR', 'abcdefghjkmnpqr', false],
  ['abcde–fghjk mnpqr', 'abcdefghjkmnpqr', false],
  [' - ', '', false],
  ['', '', false],
])('%j is read as %j', (typed, code, isOfApp) => {
  expect(normaliseCode(typed)).toBe(code)
  expect(isAppCode(code)).toBe(isOfApp)
})
