import { expect, test } from 'vitest'
import { momentOf, readOrderReference, statementOf, toStatement, withdrawalErrors } from './withdrawal.ts'

const hex = '0123456789abcdef0123456789abcdef'
const statement = { name: 'Ada', contract: '#1001', email: 'ada@shop.test', pieces: null }

test.each(['1001', '#1001', ' # 1001 ', 'Order #1001', 'ORDER 1001', 'order no. 1001', 'Order number 1 001'])(
  '“%s” names the order 1001',
  text => expect(readOrderReference(text)).toEqual({ number: 1001, orderId: null }),
)

test.each([hex, hex.toUpperCase(), ` ${hex.slice(0, 16)} ${hex.slice(16)} `])('“%s” names an order by its id', text =>
  expect(readOrderReference(text)).toEqual({ number: null, orderId: hex }),
)

test.each([
  '',
  '#',
  'the red dress',
  '-1001',
  '1001.5',
  '2147483648',
  '99999999999',
  `${hex}0`,
  '1001; drop',
  '１００１',
])('“%s” names no order', text => expect(readOrderReference(text)).toEqual({ number: null, orderId: null }))

test('a statement is complete, or has a sentence for each field', () => {
  expect(withdrawalErrors(statement)).toEqual({})
  expect(withdrawalErrors({ ...statement, pieces: 'The red hat' })).toEqual({})
  expect(withdrawalErrors({ name: ' \u200b', contract: '', email: '', pieces: '' })).toEqual({
    name: 'Please type your name.',
    contract: 'Please type the number of the order, or what else identifies it.',
    email: 'Please type the e-mail address to which the receipt goes.',
    pieces: 'Please say which pieces you withdraw from.',
  })
  const long = { name: 'x'.repeat(201), contract: 'x'.repeat(201), email: 'ada', pieces: 'x'.repeat(1_001) }
  expect(Object.values(withdrawalErrors(long))).toEqual([
    'What you typed for the name can have at most 200 characters.',
    'What you typed for the order can have at most 200 characters.',
    'Please type your whole e-mail address, with its @ and its ending.',
    'What you typed for the pieces can have at most 1,000 characters.',
  ])
})

test('names are stored in one line, and pieces with their lines', () => {
  expect(
    toStatement({ name: ' Ada\r\nKing ', contract: '\t#1001', email: ' ada@shop.test ', pieces: ' a\nb ' }),
  ).toEqual({
    ...{ name: 'Ada King', contract: '#1001', email: 'ada@shop.test', pieces: 'a\nb' },
  })
})

test('pieces count only when the buyer chose some pieces', () => {
  const texts = { name: 'Ada', contract: '#1001', email: 'ada@shop.test', pieces: 'The hat' }
  expect(statementOf({ ...texts, scope: 'whole' })).toEqual(statement)
  expect(statementOf({ ...texts, scope: 'pieces' })).toEqual({ ...statement, pieces: 'The hat' })
})

test('a moment has its zone', () => {
  expect(momentOf(new Date('2026-03-02T10:30:05Z'))).toBe('2 March 2026 at 10:30:05 UTC')
})
