import { expect, test } from 'vitest'
import { addressLines } from './address-lines.ts'

const address = {
  name: 'Ada Lovelace',
  line1: 'Nyhavn 1',
  line2: null,
  city: 'Copenhagen',
  state: null,
  postalCode: '1051',
  country: 'DK',
  phone: '+45 12 34 56 78',
}

test('an address is written with the name of its country', () => {
  expect(addressLines(address)).toEqual(['Ada Lovelace', 'Nyhavn 1', '1051 Copenhagen', 'Denmark', '+45 12 34 56 78'])
})

test('some countries put the postal code after the town', () => {
  const york = { ...address, city: 'New York', state: 'NY', postalCode: '10001', country: 'US' }
  expect(addressLines(york)).toContain('New York, NY 10001')
  expect(addressLines({ ...york, state: null, country: 'GB' })).toContain('New York 10001')
})

test.each([['Denmark'], ['dk'], ['QQ'], ['D1'], ['<b>']])(
  'an unknown country code stays as it was written: %s',
  country => {
    expect(addressLines({ ...address, country })).toContain(country)
  },
)
