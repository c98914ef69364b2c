import { expect, test } from 'vitest'
import { carrierNames, trackingUrl } from './carriers.ts'
import { isSameParcel, readParcel } from './shipment.ts'

test('the link of a known carrier is built from its number, however both are typed', () => {
  expect(trackingUrl('ups', ' 1Z 999 ')).toBe('https://www.ups.com/track?tracknum=1Z999')
  expect(trackingUrl('royal  mail', 'AB&1')).toBe('https://www.royalmail.com/track-your-item#/tracking-results/AB%261')
  expect([trackingUrl('UPS', ''), trackingUrl('DPD', '1'), trackingUrl('Ada on a bicycle', '1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('every built link is https, and its host is that of the carrier whatever the number', () => {
  for (const name of carrierNames) {
    const url = trackingUrl(name, '@evil.test/?#\\')
    if (url) expect(new URL(url).host, name).toBe(new URL(trackingUrl(name, '1') ?? '').host)
  }
})

test('a link that is typed stays, one that is not is built', () => {
  expect(readParcel({ carrier: ' UPS ', number: '1', url: 'https://example.com/a' })).toMatchObject({
    carrier: 'UPS',
    url: 'https://example.com/a',
  })
  expect(readParcel({ carrier: 'UPS', number: '1', url: null })).toMatchObject({
    url: 'https://www.ups.com/track?tracknum=1',
  })
  expect(readParcel({ carrier: 'Courier' })).toEqual({ carrier: 'Courier', number: '', url: null })
})

test.each([
  [{}, 'Type the carrier or the tracking number.'],
  [{ carrier: 1 }, 'Carrier, tracking number and link are texts.'],
  [{ carrier: 'a'.repeat(61) }, 'A carrier can have at most 60 characters.'],
  [{ number: '1'.repeat(61) }, 'A tracking number can have at most 60 characters.'],
  [{ number: '1', url: 'http://example.com' }, 'The link must be an address that begins with https://.'],
  [{ number: '1', url: 'javascript:alert(1)' }, 'The link must be an address that begins with https://.'],
  [{ number: '1', url: 'https://a:b@example.com' }, 'The link must be an address that begins with https://.'],
  [{ number: '1', url: `https://example.com/${'a'.repeat(500)}` }, 'The link can have at most 500 characters.'],
])('%j is refused in one sentence', (sent, sentence) => expect(readParcel(sent)).toBe(sentence))

test('two parcels are the same for a carrier whatever their case and blanks', () => {
  expect(isSameParcel({ carrier: 'DHL', number: '00 34' }, { carrier: 'dhl', number: '0034' })).toBe(true)
  expect(isSameParcel({ carrier: 'DHL', number: '1' }, { carrier: 'UPS', number: '1' })).toBe(false)
})
