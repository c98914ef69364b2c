import { expect, test } from 'vitest'
import { type CartLine, cartLimits } from '#domain/orders/cart.ts'
import { cartActions, cartSlice } from './slice.ts'

const newLine = (_id: string) => ({ _id, name: _id, price: 1, image: '', category: '', color: '' })
const line = (_id: string): CartLine => ({ ...newLine(_id), quantity: 2 })

test('a payment removes the lines that it paid for and leaves all others, whatever their ids', () => {
  const names = Object.getOwnPropertyNames(Object.prototype)
  const products = ['silk-dress', ...names].map(line)
  const { products: left } = cartSlice.reducer(
    { products, isPanelOpen: false },
    cartActions.bought({ 'silk-dress': 2 }),
  )
  expect(left).toEqual(names.map(line))
})

test('a double click adds a product once; a click after the dialog was closed says that it is in the cart', () => {
  const dress = newLine('silk-dress')
  const click = cartActions.added(dress)
  const once = cartSlice.reducer(undefined, click)
  expect(once).toMatchObject({ products: [{ ...dress, quantity: 1 }], notice: { result: 'added', product: dress } })
  expect(cartSlice.reducer(once, click)).toEqual(once)

  const again = cartSlice.reducer(cartSlice.reducer(once, cartActions.noticeClosed()), click)
  expect(again).toEqual({ ...once, notice: { result: 'duplicate', product: dress } })
  const ring = newLine('gold-ring')
  expect(cartSlice.reducer(once, cartActions.added(ring))).toMatchObject({
    products: [{ _id: 'silk-dress' }, { _id: 'gold-ring' }],
    notice: { result: 'added', product: ring },
  })
})

test('a removed line comes back at its place with its quantity, once, and not into a full cart', () => {
  const open = { products: ['dress', 'ring', 'hat'].map(line), isPanelOpen: true }
  const without = cartSlice.reducer(open, cartActions.removed('ring'))
  expect(without.products).toEqual(['dress', 'hat'].map(line))
  const undo = cartActions.restored({ lines: [line('ring')], place: 1 })
  const back = cartSlice.reducer(without, undo)
  expect(back).toEqual(open)
  expect(cartSlice.reducer(back, undo)).toEqual(open)
  expect(cartSlice.reducer({ ...open, products: [] }, undo).products).toEqual([line('ring')])
  const full = { ...open, products: Array.from({ length: cartLimits.lines }, (_, n) => line(String(n))) }
  expect(cartSlice.reducer(full, undo)).toEqual(full)
})

test('a full cart takes no other product, and one line no more than 99', () => {
  const products = Array.from({ length: cartLimits.lines }, (_, n) => line(String(n)))
  const ring = newLine('gold-ring')
  const full = cartSlice.reducer({ products, isPanelOpen: false }, cartActions.added(ring))
  expect(full).toMatchObject({ products, notice: { result: 'full', product: ring } })
  let cart = cartSlice.reducer(
    { products: [{ ...line('0'), quantity: 98 }], isPanelOpen: false },
    cartActions.increased('0'),
  )
  cart = cartSlice.reducer(cart, cartActions.increased('0'))
  expect(cart.products[0]?.quantity).toBe(cartLimits.quantity)
})

const inSize = (size: string) => ({ ...newLine('silk-dress'), variantId: `silk-dress-${size}`, size })

test('a product in two sizes is two lines, each with its own double click, quantity and end', () => {
  const [small, medium] = [inSize('S'), inSize('M')]
  let cart = cartSlice.reducer(undefined, cartActions.added(small))
  cart = cartSlice.reducer(cart, cartActions.added(small))
  cart = cartSlice.reducer(cart, cartActions.added(medium))
  expect(cart.notice).toEqual({ result: 'added', product: medium })
  cart = cartSlice.reducer(cart, cartActions.noticeClosed())
  expect(cartSlice.reducer(cart, cartActions.added(small)).notice).toEqual({ result: 'duplicate', product: small })
  cart = cartSlice.reducer(cart, cartActions.increased(medium.variantId))
  expect(cart.products).toEqual([
    { ...small, quantity: 1 },
    { ...medium, quantity: 2 },
  ])
  expect(cartSlice.reducer(cart, cartActions.removed(small.variantId)).products).toEqual([{ ...medium, quantity: 2 }])
  expect(cartSlice.reducer(cart, cartActions.bought({ 'silk-dress-M': 1, 'silk-dress-S': 1 })).products).toEqual([
    { ...medium, quantity: 1 },
  ])
})
