import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { currencies, currencyCodes, currencySign, decimalsOf, readTypedAmount } from './currency.ts'
import { currencyDecimals, formatCents, plainAmount, setCurrency, toCents, toDollars } from './money.ts'
import { readPrice } from './products/fields/product-fields.ts'
import { priceBandsOf } from './products/product.ts'

afterEach(() => setCurrency('USD'))

describe.each(currencyCodes)('%s', code => {
  test('every amount survives the way to major units, to text and back', () => {
    setCurrency(code)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), cents => {
        expect(toCents(toDollars(cents))).toBe(cents)
        expect(toCents(Number(plainAmount(cents)))).toBe(cents)
      }),
    )
  })

  test('its decimals are those that the tables are made for', () => {
    setCurrency(code)
    expect([decimalsOf(code), currencyDecimals()]).toEqual(code === 'JPY' ? [0, 0] : [2, 2])
    expect(toDollars(currencies[code].minCents)).toBeGreaterThan(0)
  })
})

test.each([
  ['USD', '$1,234.50', '$', '1234.50'],
  ['EUR', '€1,234.50', '€', '1234.50'],
  ['CHF', 'CHF 1,234.50', 'CHF', '1234.50'],
  ['JPY', '¥123,450', '¥', '123450'],
])('%s is printed as %s', (code, printed, sign, plain) => {
  setCurrency(code)
  expect([formatCents(123_450).replace('\u00a0', ' '), currencySign(), plainAmount(123_450)]).toEqual([
    printed,
    sign,
    plain,
  ])
})

test('the price bands lie between the ends that the owner chose, in the shop’s currency', () => {
  expect(priceBandsOf([50, 100, 200])).toEqual([
    { label: 'Under $50', min: 0, max: 50 },
    { label: '$50 - $100', min: 50, max: 100 },
    { label: '$100 - $200', min: 100, max: 200 },
    { label: '$200 and above', min: 200 },
  ])
  setCurrency('JPY')
  expect(priceBandsOf([5_000]).map(({ label }) => label)).toEqual(['Under ¥5,000', '¥5,000 and above'])
})

test.each([
  ['USD', '19.99', 1_999],
  ['USD', '19.999', 'The price can have at most two decimals.'],
  ['USD', '100001', 'The price must be above 0 and at most 100,000.'],
  ['JPY', '1980', 1_980],
  ['JPY', '1980.00', 1_980],
  ['JPY', '19.5', 'The price can have no decimals.'],
  ['JPY', '0.4', 'The price must be above 0 and at most 10,000,000.'],
  ['JPY', '10000001', 'The price must be above 0 and at most 10,000,000.'],
])('in %s the price %s is read as %s', (code, typed, expected) => {
  setCurrency(code)
  const { error, priceCents } = readPrice(typed, 'The price', priceCents => ({ priceCents }))
  expect(error ?? priceCents).toBe(expected)
})

test.each([
  ['USD', '12.5', 1_250],
  ['USD', ' $12.50 ', 1_250],
  ['EUR', '€ 12,50', 1_250],
  ['USD', '1,250', undefined],
  ['USD', '$1,250.00', 125_000],
  ['EUR', '1,250,000.5', 125_000_050],
  ['USD', '12,50.00', undefined],
  ['USD', '1,2500.00', undefined],
  ['USD', '12.', 1_200],
  ['USD', '12.505', undefined],
  ['USD', '', undefined],
  ['JPY', '¥1250', 1_250],
  ['JPY', '12.50', undefined],
])('in %s the typed amount %j is read', (code, typed, cents) => {
  setCurrency(code)
  expect(readTypedAmount(typed)).toBe(cents)
})
