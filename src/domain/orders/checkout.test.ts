import { expect, test } from 'vitest'
import { readCheckout, UnusableCart } from './checkout.ts'

const dress = '01938f00-0000-7000-8000-000000000001'
const ring = '01938f00-0000-7000-8000-000000000002'

test('a missing quantity means one', () => {
  expect(readCheckout([{ _id: dress }])).toEqual([{ productId: dress, quantity: 1, line: 1 }])
})

test('lines of one product are merged, whatever the case of their ids', () => {
  const lines = readCheckout([{ _id: dress, quantity: 2 }, { _id: ring }, { _id: dress.toUpperCase(), quantity: 97 }])
  expect(lines).toEqual([
    { productId: dress, quantity: 99, line: 1 },
    { productId: ring, quantity: 1, line: 2 },
  ])
})

test.each([
  [[], 'Your cart is empty.'],
  [Array.from({ length: 51 }, () => ({ _id: dress })), 'A cart can have at most 50 lines, this one has 51.'],
  [
    [
      { _id: dress, quantity: 60 },
      { _id: dress, quantity: 40 },
    ],
    'Line 2: at most 99 of one product, together it would be 100.',
  ],
  [[{ _id: ring }, null], 'Line 2 is not a product.'],
  [[dress], 'Line 1 is not a product.'],
  [[[dress]], 'Line 1 is not a product.'],
  ...[undefined, null, '', 'undefined', 7, {}, `${dress} `, `${dress}'--`].map(
    _id => [[{ _id }], 'Line 1 has no usable _id.'] as const,
  ),
  ...[0, -1, 1.5, 100, 1e21, Number.NaN, '2', '', null, true, [1], {}].map(
    quantity => [[{ _id: dress, quantity }], 'Line 1: the quantity must be a whole number from 1 to 99.'] as const,
  ),
] as const)('%j is refused: %s', (products, sentence) => {
  expect(() => readCheckout(products)).toThrow(UnusableCart)
  expect(() => readCheckout(products)).toThrow(sentence)
})
