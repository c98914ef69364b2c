import { expect, test } from 'vitest'
import { isPossiblePagePath } from './page-path.ts'

test.each([
  '/',
  '/shop?page=2',
  `/shop/0196a000-0000-7000-8000-000000000001/${encodeURIComponent('é'.repeat(80))}`,
  '/dashboard/update-product/0196a000-0000-7000-8000-000000000001',
  '/nowhere/at/all.data',
  `/shop?${'x'.repeat(5_000)}`,
])('%s can be a page', url => {
  expect(isPossiblePagePath(url)).toBe(true)
})

test.each([
  ['a path of many segments', '/x'.repeat(9)],
  ['a path of slashes', '/'.repeat(50)],
  ['a path with a segment that is a tab', '/%09/x'],
  ['a path with a line end', '/nowhere/a%0Ab'],
  ['a path with a Unicode line separator', '/nowhere/a%E2%80%A8b'],
  ['an endless path', `/${'x'.repeat(1_000)}`],
])('%s cannot be a page', (_what, url) => {
  expect(isPossiblePagePath(url)).toBe(false)
})
