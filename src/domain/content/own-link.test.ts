import { expect, test } from 'vitest'
import { contentOfLink } from './own-link.ts'

test.each([
  ['/pages/about', 'page', 'about'],
  ['/blogs/wool#care', 'post', 'wool'],
  ['/blogs/wool?from=menu', 'post', 'wool'],
  ['/Pages/About/', 'page', 'about'],
  ['/pages/about/us', 'page', 'about/us'], // no page has such an address
])('the link %s leads to the %s %s', (link, kind, address) => {
  expect(contentOfLink(link)).toEqual({ kind, address })
})

test.each([
  ...['/pages', '/blogs/', '/shop', '/pagesabout', '/shop/pages/about', '?x=/pages/about', ''],
  ...['https://elsewhere.test/pages/about', 'mailto:a@shop.test'],
])('the link %j leads to no page or post', link => {
  expect(contentOfLink(link)).toBeUndefined()
})
