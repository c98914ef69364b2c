import { describe, expect, test } from 'vitest'
import { readSection } from '../settings/read-section.ts'
import { arrivalOf, chooseDelivery, type DeliveryMethod, deliverySentence } from './delivery.ts'

const parcel: DeliveryMethod = {
  name: 'Standard',
  priceCents: 500,
  freeFromCents: 10_000,
  minDays: 1,
  maxDays: 2,
  isPickup: false,
}
const zone = (name: string, ...countries: string[]) => ({ name, countries, methods: [parcel] })
const tax = { kind: 'none' as const, label: 'VAT', rates: [] }

test.each([
  ['2026-11-27T12:00:00Z', 0, '2026-11-27'],
  ['2026-11-27T12:00:00Z', 1, '2026-11-30'], // from a Friday to a Monday
  ['2026-11-28T12:00:00Z', 1, '2026-11-30'],
  ['2026-11-26T23:59:59Z', 7, '2026-12-07'],
])('of %s %i working days later is %s', (from, days, day) => {
  expect(arrivalOf(new Date(from), days)).toBe(day)
})

test.each([
  [[], 'Delivery is free, on every order.'],
  [[zone('Germany', 'DE')], 'Delivery to Germany costs $5.00, and is free from $100.00.'],
  [[zone('EU', 'DE', 'FR')], 'Delivery (EU) costs $5.00, and is free from $100.00.'],
  [
    [zone('US', 'US'), zone('EU', 'DE')],
    'Delivery to the United States costs $5.00, and is free from $100.00. The cart shows what it costs elsewhere.',
  ],
])('what delivery costs is a sentence', (zones, sentence) => {
  expect(deliverySentence({ delivery: { zones } })).toBe(sentence)
})

test('without zones the provider asks for the country, unless a tax depends on it', () => {
  const free = { delivery: { zones: [] }, tax }
  expect(chooseDelivery(free, {})).toEqual({ delivery: { taxBp: null } })
  const taxed = { ...free, tax: { kind: 'included' as const, label: 'VAT', rates: [{ country: 'US', bp: 500 }] } }
  expect(chooseDelivery(taxed, {})).toEqual({ delivery: { country: 'US', taxBp: 500, taxLabel: 'VAT' } })
  expect(chooseDelivery(taxed, { country: 'DE' })).toEqual({ delivery: { country: 'DE', taxBp: null } })
})

describe('settings that cannot be used', () => {
  test.each([
    [[zone('', 'DE')], 'The name of a zone is missing.'],
    [[zone('EU', 'DE'), zone('Home', 'FR', 'DE')], 'Germany is in EU and in Home.'],
    [[zone('EU', 'DE', 'DE')], 'A country is twice in EU.'],
    [[zone('EU')], 'Choose the countries of EU.'],
    [[zone('EU', 'XX')], 'A country must be one of the list, such as DE.'],
    [[{ ...zone('EU', 'DE'), methods: [] }], 'EU needs a way of delivery.'],
    [[{ ...zone('EU', 'DE'), methods: [parcel, parcel] }], 'Two ways of delivery of EU are called Standard.'],
    [[{ ...zone('EU', 'DE'), methods: [{ ...parcel, priceCents: -1 }] }], 'The price must be an amount from 0'],
    [[{ ...zone('EU', 'DE'), methods: [{ ...parcel, isPickup: true }] }], 'What is fetched in the shop costs nothing'],
    [[{ ...zone('EU', 'DE'), methods: [{ ...parcel, minDays: 9 }] }], 'The last day must not be before the first.'],
  ])('delivery %#', (zones, sentence) => {
    expect(readSection('delivery', { zones }).error).toContain(sentence)
  })

  test.each([
    [{ kind: 'on top' }, 'Say whether the prices include a tax.'],
    [{ rates: [{ country: 'DE', bp: 3_001 }] }, 'A rate must be from 0 % to 30 %'],
    [{ rates: [{ country: 'DE', bp: 19.5 }] }, 'A rate must be from 0 % to 30 %'],
    [
      {
        rates: [
          { country: 'DE', bp: 1 },
          { country: 'DE', bp: 2 },
        ],
      },
      'Germany has two rates.',
    ],
    [{ rates: [] }, 'Add the rate of at least one country.'],
  ])('tax %#', (changes, sentence) => {
    const sent = { kind: 'included', label: 'VAT', rates: [{ country: 'DE', bp: 1_900 }], ...changes }
    expect(readSection('tax', sent).error).toContain(sentence)
  })
})
