import { expect, test } from 'vitest'
import { shownPages } from './shown-pages.ts'

test.each([
  [1, 0, []],
  [1, 1, [1]],
  [9, 3, [1, 2, 3]],
  [8, 15, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]],
  [1, 16, [1, 2, 3, 16]],
  [2, 16, [1, 2, 3, 4, 16]],
  [5, 16, [1, 3, 4, 5, 6, 7, 16]],
  [15, 16, [1, 13, 14, 15, 16]],
  [16, 16, [1, 14, 15, 16]],
  [99, 16, [1, 14, 15, 16]],
  [5_000, 125_000, [1, 4_998, 4_999, 5_000, 5_001, 5_002, 125_000]],
])('on page %i of %i', (page, totalPages, shown) => {
  expect(shownPages(page, totalPages)).toEqual(shown)
})
