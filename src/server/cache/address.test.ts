import { expect, test } from 'vitest'
import { addressOf } from './address.ts'

test.each([
  ['/shop', '/shop'],
  ['/shop/', '/shop'],
  ['/', '/'],
  ['/?utm_source=letter', '/'],
  ['/shop?page=2&utm_source=letter&category=dress', '/shop?category=dress&page=2'],
  ['/shop?category=all&color=&minPrice=0&maxPrice=&page=1', '/shop'],
  ['/shop?page=2&page=3', '/shop?page=3'],
  ['/shop/42/silk-dress', '/shop/42'],
  ['/shop/42/another-name?fbclid=1', '/shop/42'],
  ['/api/products/?category=&color=&minPrice=0&maxPrice=&page=1&limit=8', '/api/products?limit=8'],
  ['/api/products?x=1', '/api/products'],
  ['/search?q=silk%20dress', '/search?q=silk+dress'],
  ['/dashboard', '/dashboard'],
  ['/api/products??category=nothing&limit=8', '/api/products?limit=8'],
  ['/api/products/42/', '/api/products/42/'],
  ['/sitemap.xml/', '/sitemap.xml/'],
  ['/pages/about/', '/pages/about'],
])('%s is answered like %s', (url, address) => {
  expect(addressOf(url)).toBe(address)
})

test.each([
  '/success?session_id=1',
  '/reset-password?token=1',
  '/dashboard/admin?year=2025',
  '/shop.data?_routes=x',
  '/shopping?a=1',
  `/api/products?category=${'<'.repeat(200)}`,
  `/shop/${'x'.repeat(600)}`,
])('what %s answers is for nobody else', url => {
  expect(addressOf(url)).toBeUndefined()
})

test('the data of a page has another address than the page', () => {
  expect(addressOf('/shop/42/silk.data')).toBe('/shop/42/silk.data')
})
