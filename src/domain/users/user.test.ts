import { expect, test } from 'vitest'
import { isEmail } from './user.ts'

test.each(['a@b.c', 'ada.lovelace+shop@mail.shop.test', 'zoë@müller.example', `${'x'.repeat(244)}@shop.test`])(
  '%s is accepted as an e-mail address',
  email => {
    expect(isEmail(email)).toBe(true)
  },
)

test.each([
  '<a@b.example>',
  'a@b.example>',
  '"ada"@shop.test',
  'ada@shop\u2028.test',
  'ada@shop.test\r\nBcc:x@shop.test',
  '',
  'ada',
  '@shop.test',
  'ada@shop',
  'a@b..',
  'a@b.',
  'a@.b',
  'a@b..c',
  'a@b@c.d',
  'ada lovelace@shop.test',
  'ada@shop.te\u200Bst',
  'ada\u00ADlovelace@shop.test',
  'ada\u0007@shop.test',
  'ada@\u0085shop.test',
  'ada@\u3164.test',
  `${'x'.repeat(245)}@shop.test`,
])('%j is rejected as an e-mail address', email => {
  expect(isEmail(email)).toBe(false)
})
