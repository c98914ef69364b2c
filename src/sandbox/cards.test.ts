import { expect, test } from 'vitest'
import { faultOfCvc, faultOfExpiry, faultOfNumber, grouped, passesLuhn } from './cards.ts'
import { parseFaults } from './faults.ts'

test('the test card pays in any spelling', () => {
  for (const typed of ['4242424242424242', '4242 4242 4242 4242', '4242-4242-4242-4242']) {
    expect(faultOfNumber(typed)).toBeUndefined()
  }
})

test.each([
  ['', 'Type the card number.'],
  ['4242', 'A card number has 12 to 19 digits.'],
  ['card of my aunt', 'A card number has 12 to 19 digits.'],
  ['4242424242424241', 'This card number is not valid. Please check its digits.'],
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['5555555555554444', 'Your card was declined: this test page takes only the test cards named below.'],
])('card number %j: %s', (typed, sentence) => {
  expect(faultOfNumber(typed)).toBe(sentence)
})

test('one wrong digit never passes the checksum', () => {
  const digits = '4242424242424242'
  for (let at = 0; at < digits.length; at++) {
    const wrong = String((Number(digits[at]) + 1) % 10)
    expect(passesLuhn(digits.slice(0, at) + wrong + digits.slice(at + 1))).toBe(false)
  }
})

test('a card is valid until the end of its month', () => {
  const now = new Date('2026-11-30T23:59:00Z')
  for (const typed of ['11/26', '11 / 26', '1126', '11/2026', '11-26'])
    expect(faultOfExpiry(typed, now)).toBeUndefined()
  expect(faultOfExpiry('10/26', now)).toBe('This card has expired.')
  expect(faultOfExpiry('11/26', new Date('2026-12-01T00:00:00Z'))).toBe('This card has expired.')
  expect(faultOfExpiry('11/99', now)).toBe('This expiry date is too far ahead.')
  for (const typed of ['', '13/27', '0/27', '1/2', 'soon', '11/26/27']) {
    expect(faultOfExpiry(typed, now)).toMatch(/month and year/)
  }
})

test('a CVC has three digits, some four', () => {
  expect(faultOfCvc('123')).toBeUndefined()
  expect(faultOfCvc('1234')).toBeUndefined()
  for (const typed of ['', '12', '12345', 'abc']) expect(faultOfCvc(typed)).toMatch(/3 digits/)
})

test('card numbers are shown in groups of four', () => {
  expect(grouped('4242424242424242')).toBe('4242 4242 4242 4242')
})

test('faults are read from their setting', () => {
  expect(parseFaults('drop-events, delay=500,api-5xx=0.2')).toMatchObject({
    dropEvents: 1,
    delay: 500,
    api5xx: 0.2,
    duplicate: 0,
  })
  expect(parseFaults('')).toMatchObject({ dropEvents: 0, delay: 0 })
})

test.each([
  ['drop-evens', /unknown fault 'drop-evens'/],
  ['toString', /unknown fault 'toString'/],
  ['delay', /delay needs milliseconds/],
  ['delay=-1', /delay needs milliseconds/],
  ['api-5xx=2', /chance from 0 to 1/],
  ['duplicate=', /chance from 0 to 1/],
])('the unknown fault %j is rejected by name', (text, sentence) => {
  expect(() => parseFaults(text)).toThrow(sentence)
})
