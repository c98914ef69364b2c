import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { passwordFault } from './password.ts'

test.each([
  ['', 'The password must have at least 8 characters.'],
  ['seven77', 'The password must have at least 8 characters.'],
  ['👗👗👗👗👗👗👗', 'The password must have at least 8 characters.'],
  ['x'.repeat(129), 'The password can have at most 128 characters.'],
  ['password', 'This password is too common. Please choose another one.'],
  ['PassWord123', 'This password is too common. Please choose another one.'],
  ['superman', 'This password is too common. Please choose another one.'],
])('%s is refused in one sentence', (password, sentence) => {
  expect(passwordFault(password)).toBe(sentence)
})

test.each(['a silk dress', 'x'.repeat(128), '👗'.repeat(128), 'passwórd'])('%s can be used', password => {
  expect(passwordFault(password)).toBeUndefined()
})

test('an accent counts once, however it was typed', () => {
  expect(passwordFault('e\u0301'.repeat(7))).toBeDefined()
  expect(passwordFault('e\u0301'.repeat(128))).toBeUndefined()
})

test('the common passwords are those that the length alone would let pass, in lower case', () => {
  expect(commonPasswords.size).toBeGreaterThan(900)
  for (const password of commonPasswords) {
    expect(password).toBe(password.toLowerCase())
    expect(password.length, password).toBeGreaterThanOrEqual(8)
  }
})
