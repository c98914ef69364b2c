import { expect, test } from 'vitest'
import { maxWishlist, readProductIds } from './wishlist.ts'

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

test('of any values only the ids are read, each once and at most a hundred', () => {
  const upper = 'ABCDEF00-0000-4000-8000-000000000001'
  expect(readProductIds([upper, 7, null, 'x', '\0', upper.toLowerCase(), [idOf(1)], idOf(2)])).toEqual([
    upper.toLowerCase(),
    idOf(2),
  ])
  const many = Array.from({ length: 150 }, (_, n) => idOf(n))
  expect(readProductIds(many)).toEqual(many.slice(0, maxWishlist))
})
