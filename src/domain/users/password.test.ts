import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { passwordError } from './password.ts'

test.each([
  ['', 'The password must have at least 8 characters.'],
  ['seven77', 'The password must have at least 8 characters.'],
  ['👗👗👗👗👗👗👗', 'The password must have at least 8 characters.'],
  ['x'.repeat(129), 'The password can have at most 128 characters.'],
  [' '.repeat(9), 'The password must have more than spaces.'],
  ['\u3000\u200B'.repeat(6), 'The password must have more than spaces.'],
  ['password', 'This password is too common. Please choose another one.'],
  ['PassWord123', 'This password is too common. Please choose another one.'],
  ['superman', 'This password is too common. Please choose another one.'],
])('%s is rejected with one sentence', (password, sentence) => {
  expect(passwordError(password)).toBe(sentence)
})

test.each(['a silk dress', 'x'.repeat(128), '👗'.repeat(128), 'passwórd'])('%s is accepted', password => {
  expect(passwordError(password)).toBeUndefined()
})

test('composed and combining accents are the same password', () => {
  expect(passwordError('e\u0301'.repeat(7))).toBeDefined()
  expect(passwordError('e\u0301'.repeat(128))).toBeUndefined()
})

test('a password of 60,000 combining marks is rejected without normalising it', () => {
  const before = performance.now()
  expect(passwordError(`a${'\u0301\u0323'.repeat(30_000)}`)).toBe('The password can have at most 128 characters.')
  expect(performance.now() - before).toBeLessThan(300)
})

test('the common passwords are those that pass the length check, in lower case', () => {
  expect(commonPasswords.size).toBeGreaterThan(900)
  for (const password of commonPasswords) {
    expect(password).toBe(password.toLowerCase())
    expect(password.length, password).toBeGreaterThanOrEqual(8)
  }
})

test('the user’s own e-mail or username is no password, in either form of an accent', () => {
  const ada = { email: 'ada@shop.test', username: 'Zo\u00EB Lovelace' }
  const sentence = 'The password must not be your own e-mail or username.'
  for (const password of ['ada@shop.test', ' Ada@Shop.test ', 'zoe\u0308 lovelace'])
    expect(passwordError(password, ada)).toBe(sentence)
  expect(passwordError('ada@shop.test and more', ada)).toBeUndefined()
})
