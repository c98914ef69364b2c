import { expect, test } from 'vitest'
import type { ManagedDiscountCode } from '#domain/costs/discount-code.ts'
import { codeWords, stateOf } from './code-words.ts'

const code = { kind: 'percent', value: 1_000, category: 'robes', minCents: 0, isOnce: false, isActive: true }
const ofRobes = { ...code, startsAt: null, endsAt: null, maxUses: null, uses: 0 } as unknown as ManagedDiscountCode
const categories = [{ name: 'Evening wear', address: 'robes' }]
const now = new Date()

test('a code names its category as people do', () => {
  expect(codeWords(ofRobes, categories)).toBe('10 % off Evening wear')
  expect(codeWords({ ...ofRobes, category: null }, categories)).toBe('10 % off')
  expect(stateOf(ofRobes, categories, now)).toBe('Valid')
})

test('a code for a category that is gone says so, and is not valid', () => {
  expect(codeWords(ofRobes, [])).toBe('10 % off a category that is gone')
  expect(stateOf(ofRobes, [], now)).toBe('For nothing')
  expect(stateOf({ ...ofRobes, isActive: false }, [], now)).toBe('Switched off')
})
