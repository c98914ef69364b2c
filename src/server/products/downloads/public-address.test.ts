import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAddress } from './picture-address.ts'
import { isPublicAddress } from './public-address.ts'

test.each(['93.184.216.34', '8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.1', '2606:4700:4700::1111'])(
  '%s is public',
  address => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ...['0.0.0.0', '0.1.2.3', '10.1.2.3', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.9.9.9', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1'],
  ...['198.19.255.255', '198.51.100.7', '203.0.113.7', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:93.184.216.34', '::ffff:7f00:1', '::7f00:1', '::c0a8:101', '::ffff:0:7f00:1'],
  ...['64:ff9b::808:808', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1'],
  ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '4000::1', '5f00::1'],
  ...['', 'localhost', '0177.0.0.1', '127.1', '2130706433', '8.8.8.8 ', '[2606:4700::1]'],
])('%s is not public', address => expect(isPublicAddress(address)).toBe(false))

test('no text of any kind makes it throw', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.ipV4Extended(), fc.ipV6(), fc.webUrl())
  fc.assert(
    fc.property(texts, text => {
      expect(isPublicAddress(text)).toBeTypeOf('boolean')
      expect(readAddress(text)).toBeTypeOf('object')
    }),
  )
})

test.each([
  ['https://shop.test/a.jpg', 'https://shop.test/a.jpg'],
  ['https://shop.test:443/a.jpg#top', 'https://shop.test/a.jpg'],
  ['HTTPS://Shop.TEST/a.jpg?w=1', 'https://shop.test/a.jpg?w=1'],
  ['https://bücher.test/é.jpg', 'https://xn--bcher-kva.test/%C3%A9.jpg'],
  ['https://93.184.216.34/a.jpg', 'https://93.184.216.34/a.jpg'],
])('the address %s is read as %s', (text, href) => expect(readAddress(text)).toMatchObject({ url: { href } }))

const noAddress = 'This is no picture of this shop, and no address that begins with https://.'
test.each([
  ['http://shop.test/a.jpg', noAddress],
  ['ftp://shop.test/a.jpg', noAddress],
  ['data:image/png;base64,AAAA', noAddress],
  ['//shop.test/a.jpg', noAddress],
  ['https://', noAddress],
  ['', noAddress],
  [`https://shop.test/${'a'.repeat(2_000)}`, 'The address of a picture can have at most 2,000 characters.'],
  [`https://shop.test/${'é'.repeat(400)}`, 'The address of a picture can have at most 2,000 characters.'],
  ['https://shop.test:8443/a.jpg', 'The address of a picture names no port but 443.'],
  ['https://ada@shop.test/a.jpg', 'The address of a picture names no user and no password.'],
  ['https://:secret@shop.test/a.jpg', 'The address of a picture names no user and no password.'],
  ['https://shop.test/a b.jpg', 'An address has no spaces: the pictures after the first belong in the column images.'],
  ...['127.0.0.1', '2130706433', '0x7f.1', '127.0.0.1.', '10.0.0.1', '[::1]', '[::ffff:10.0.0.1]', '[fd00::1]'].map(
    host => [`https://${host}/a.jpg`, 'This address leads into a private network.'],
  ),
])('the address %s is refused: %s', (text, error) => expect(readAddress(text)).toEqual({ error }))
