import { expect, test } from 'vitest'
import { contentOfLink, placeOfLink } from './own-link.ts'

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

test.each([
  ['/categories/Dress?sort=newest', { kind: 'category', address: 'dress' }],
  ['/categories', { kind: 'category', address: '' }],
  ['/collections/evening#list', { kind: 'collection', address: 'evening' }],
  ['/shop/0F8FAD5B/silk-slip', { kind: 'product', address: '0f8fad5b' }],
  ['/shoop', { kind: 'none' }],
  ['/Home/', { kind: 'none' }],
])('the link %s leads to %j', (link, place) => {
  expect(placeOfLink(link)).toEqual(place)
})

test.each([
  ...[
    '/',
    '/?x=1',
    '/shop',
    '/shop/?category=dress',
    '/sale',
    '/Contact',
    '/pages/none',
    '/blogs',
    '/dashboard/orders',
  ],
  ...['/size-guide.pdf', 'https://elsewhere.test/shoop', '//elsewhere.test/x', 'mailto:a@shop.test', ''],
])('nothing is said about the link %j', link => {
  expect(placeOfLink(link)).toBeUndefined()
})
