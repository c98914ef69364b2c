import { expect, test } from 'vitest'
import { isLink } from './fields.ts'

test.each([
  ...[
    '/',
    '/shop',
    '/shop?size=M#list',
    'https://elsewhere.test/x',
    'HTTPS://Shop.Test',
    'https://bücher.example/a?b=c',
  ],
  ...['https://shop.test:8443/', 'https://192.0.2.1/x', 'https://my_shop.test'],
])('%s is a link', text => {
  expect(isLink(text)).toBe(true)
})

test.each([
  ...[
    '',
    'shop',
    'www.shop.test',
    'http://shop.test',
    '//shop.test',
    '/\\shop.test',
    'https://shop',
    'https://user@shop.test',
  ],
  ...[
    'https://shop..test/x',
    'https://shop,test.com',
    'https://shop.test./',
    'https://shop.test;x',
    "https://shop'.test",
  ],
])('%j is none', text => {
  expect(isLink(text)).toBe(false)
})
