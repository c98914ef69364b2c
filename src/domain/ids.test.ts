import { expect, test } from 'vitest'
import { isOrderId, isUuid } from './ids.ts'

const uuid = '0196a000-0000-7000-8000-0000000000ab'

test.each([uuid, uuid.toUpperCase()])('%s can be the id of a record, and of an order', id => {
  expect(isUuid(id)).toBe(true)
  expect(isOrderId(id)).toBe(true)
})

test('an order id may also have 32 hexadecimal digits', () => {
  expect(isOrderId(uuid.replaceAll('-', ''))).toBe(true)
  expect(isUuid(uuid.replaceAll('-', ''))).toBe(false)
})

test.each([
  '',
  ' ',
  `${uuid} `,
  `${uuid}x`,
  `{${uuid}}`,
  'counts',
  'unknown',
  ...Object.getOwnPropertyNames(Object.prototype),
])('"%s" is no id', text => {
  expect(isUuid(text)).toBe(false)
  expect(isOrderId(text)).toBe(false)
})
