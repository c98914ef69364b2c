import { expect, test } from 'vitest'
import { isWithinReason } from './within-reason.ts'

test.each([
  '/',
  '/shop?page=2',
  `/shop/0196a000-0000-7000-8000-000000000001/${encodeURIComponent('é'.repeat(80))}`,
  '/dashboard/update-product/0196a000-0000-7000-8000-000000000001',
  '/nowhere/at/all.data',
  `/shop?${'x'.repeat(5_000)}`,
])('%s may be a page', url => {
  expect(isWithinReason(url)).toBe(true)
})

test.each([
  ['a path of many steps', '/x'.repeat(9)],
  ['a path of slashes', '/'.repeat(50)],
  ['a path with a step that is a tab', '/%09/x'],
  ['a path with a line end', '/nowhere/a%0Ab'],
  ['a path with a line end of another script', '/nowhere/a%E2%80%A8b'],
  ['a path without an end', `/${'x'.repeat(1_000)}`],
])('%s is none', (_what, url) => {
  expect(isWithinReason(url)).toBe(false)
})
