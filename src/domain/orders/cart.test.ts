import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCents, toCents, toDollars } from '../money.ts'
import { type CartLine, cartTotals, readCart, totalsOf } from './cart.ts'
import { findBuyable, repriceCart } from './reprice-cart.ts'

const line = (over: Partial<CartLine> = {}): CartLine => ({
  _id: 'a',
  name: 'Silk dress',
  price: 120,
  image: '',
  category: 'dress',
  color: 'black',
  quantity: 1,
  ...over,
})

test('ten items at $0.10 cost exactly $1.00', () => {
  expect(cartTotals([{ priceCents: 10, quantity: 10 }])).toEqual({ selectedItems: 10, totalCents: 100 })
})

test('an empty cart costs nothing', () => {
  expect(totalsOf([])).toEqual({ selectedItems: 0, totalCents: 0 })
})

test('totals of any cart are exact to the cent', () => {
  const lines = fc.array(
    fc.record({ cents: fc.integer({ min: 1, max: 10_000_000 }), quantity: fc.integer({ min: 1, max: 99 }) }),
    { maxLength: 50 },
  )
  fc.assert(
    fc.property(lines, drawn => {
      const { selectedItems, totalCents } = totalsOf(
        drawn.map(({ cents, quantity }) => line({ price: toDollars(cents), quantity })),
      )
      expect(BigInt(totalCents)).toBe(
        drawn.reduce((sum, { cents, quantity }) => sum + BigInt(cents) * BigInt(quantity), 0n),
      )
      expect(selectedItems).toBe(drawn.reduce((sum, { quantity }) => sum + quantity, 0))
    }),
    { numRuns: 1_000 },
  )
})

test('every price survives the conversion to dollars and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), cents => {
      expect(toCents(toDollars(cents))).toBe(cents)
    }),
  )
})

test('money is printed with two decimals', () => {
  expect([formatCents(0), formatCents(5), formatCents(123_450)]).toEqual(['$0.00', '$0.05', '$1,234.50'])
})

test('a stored cart is read as it was written', () => {
  const cart = { products: [line({ quantity: 3 }), line({ _id: 'b' })] }
  expect(readCart(JSON.stringify(cart))).toEqual(cart)
})

test('unreadable storage is an empty cart, never an error', () => {
  for (const stored of [null, '', '{', '[]', 'null', '7', '"x"', '{"products":7}', '{"products":[null,1,"x",[],{}]}']) {
    expect(readCart(stored)).toEqual({ products: [] })
  }
  fc.assert(fc.property(fc.json(), json => Array.isArray(readCart(json).products)))
})

test('lines without id, name, price or whole quantity are left out, the others stay', () => {
  const nonsense = [
    line({ _id: '' }),
    line({ price: -1 }),
    line({ price: Number.NaN }),
    line({ quantity: 1.5 }),
    { ...line(), name: 7 },
    { ...line(), price: '120' },
  ]
  expect(readCart(JSON.stringify({ products: [...nonsense, line({ _id: 'good' })] })).products).toEqual([
    line({ _id: 'good' }),
  ])
})

test('quantities are limited to 1 to 99, duplicate lines are merged, and a cart has at most 50 lines', () => {
  const products = [line({ quantity: -4 }), line({ quantity: 7 }), line({ _id: 'b', quantity: 1_000 })]
  expect(readCart(JSON.stringify({ products })).products.map(({ _id, quantity }) => [_id, quantity])).toEqual([
    ['a', 1],
    ['b', 99],
  ])
  const many = Array.from({ length: 80 }, (_, index) => line({ _id: String(index) }))
  expect(readCart(JSON.stringify({ products: many })).products).toHaveLength(50)
})

test('a price of a currency without decimals stays', () => {
  const coat = line({ price: 150_000 })
  expect(readCart(JSON.stringify({ products: [coat] })).products).toEqual([coat])
})

test('a changed price is applied and reported', () => {
  const { cart, notices } = repriceCart({ products: [line()] }, [{ ...line(), price: 99.5 }], formatCents)
  expect(cart.products[0]?.price).toBe(99.5)
  expect(notices).toEqual(['The price of Silk dress changed from $120.00 to $99.50.'])
})

test('a product that is no longer sold is removed and reported; the others keep their quantity', () => {
  const { cart, notices } = repriceCart(
    { products: [line(), line({ _id: 'b', quantity: 4 })] },
    [line({ _id: 'b' })],
    formatCents,
  )
  expect(cart.products).toEqual([line({ _id: 'b', quantity: 4 })])
  expect(notices).toEqual(['Silk dress is no longer available and was taken out of your cart.'])
})

test('an unchanged cart reports nothing', () => {
  expect(repriceCart({ products: [line()] }, [line()], formatCents).notices).toEqual([])
})

const sized = (size: string, more: Partial<CartLine> = {}) => line({ variantId: `a-${size}`, size, ...more })
const inSizes = (...sizes: string[]) => ({ ...line(), sizes: sizes.map(label => ({ _id: `a-${label}`, label })) })

test('a size that is no longer sold is removed and reported; the other sizes of its product stay', () => {
  const products = [sized('S', { quantity: 3 }), sized('M')]
  const { cart, notices } = repriceCart({ products }, [inSizes('S', 'L')], formatCents)
  expect(cart.products).toEqual([sized('S', { quantity: 3 })])
  expect(notices).toEqual(['Silk dress in M is no longer available and was taken out of your cart.'])
  expect(repriceCart({ products: [sized('M')] }, [line()], formatCents)).toEqual({ cart: { products: [] }, notices })
})

test('a product that got sizes is taken out, so that one is chosen', () => {
  const { cart, notices } = repriceCart({ products: [line()] }, [inSizes('S', 'M')], formatCents)
  expect(cart.products).toEqual([])
  expect(notices).toEqual(['Silk dress now comes in sizes: please choose one again.'])
})

test('of lines that were taken out those can come back that can be bought right now', () => {
  const states = { S: {}, M: { state: 'held' }, L: { state: 'out' }, XL: { state: 'low', left: 2 } } as const
  const product = {
    ...line(),
    price: 99.5,
    sizes: Object.entries(states).map(([label, stock]) => ({ _id: `a-${label}`, label, ...stock })),
  }
  const lines = ['S', 'M', 'L', 'XL', 'XXL'].map(size => sized(size, { quantity: 3 }))
  expect(findBuyable(lines, [product], formatCents)).toEqual([
    sized('S', { quantity: 3, price: 99.5 }),
    sized('XL', { quantity: 2, price: 99.5 }),
  ])
  expect(findBuyable([line()], [product], formatCents)).toEqual([])
  expect(findBuyable([line()], [{ ...line(), state: 'held' }], formatCents)).toEqual([])
  expect(findBuyable([line()], [line()], formatCents)).toEqual([line()])
})

test('a price that changed is reported once for two sizes, and a size is named as it is today', () => {
  const { sizes } = inSizes('S', 'M')
  const today = { ...line(), price: 99.5, sizes: sizes.map(size => ({ ...size, label: `EU ${size.label}` })) }
  const { cart, notices } = repriceCart({ products: [sized('S'), sized('M')] }, [today], formatCents)
  expect(cart.products).toEqual([sized('S', { price: 99.5, size: 'EU S' }), sized('M', { price: 99.5, size: 'EU M' })])
  expect(notices).toEqual(['The price of Silk dress changed from $120.00 to $99.50.'])
})
