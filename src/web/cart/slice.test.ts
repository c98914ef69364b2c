import { expect, test } from 'vitest'
import type { CartLine } from '#domain/orders/cart.ts'
import { cartActions, cartSlice } from './slice.ts'

const line = (_id: string): CartLine => ({ _id, name: _id, price: 1, image: '', category: '', color: '', quantity: 2 })

test('a payment removes the lines that it paid for and leaves all others, whatever their ids', () => {
  const names = Object.getOwnPropertyNames(Object.prototype)
  const products = ['silk-dress', ...names].map(line)
  const { products: left } = cartSlice.reducer(
    { products, isPanelOpen: false },
    cartActions.bought({ 'silk-dress': 2 }),
  )
  expect(left).toEqual(names.map(line))
})
