import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultCatalogue } from '../../settings/default-catalogue.ts'
import { type FieldName, readProductFields } from './product-fields.ts'

const readFields = (sent: Parameters<typeof readProductFields>[0]) => readProductFields(sent, defaultCatalogue)

const dress = {
  name: ' Silk dress ',
  category: 'dress',
  color: 'red',
  description: 'Falls well.',
  price: 120.5,
  image: '',
}

describe('the fields of a product', () => {
  test('are read and trimmed, with prices in cents', () => {
    expect(readFields({ ...dress, oldPrice: '150' })).toEqual({
      fields: {
        name: 'Silk dress',
        category: 'dress',
        color: 'red',
        description: 'Falls well.',
        priceCents: 12_050,
        oldPriceCents: 15_000,
        image: '',
      },
      fieldErrors: {},
    })
  })

  test.each([
    ['name', '', 'The name is missing.'],
    ['name', '   ', 'The name is missing.'],
    ['name', 7, 'The name must be a text.'],
    ['name', '\u200b\u200b', 'The name is missing.'],
    ['name', 'x'.repeat(201), 'The name can have at most 200 characters.'],
    ['description', 'x'.repeat(5_001), 'The description can have at most 5000 characters.'],
    ['category', 'all', 'The category must be one of accessories, dress, jewellery, cosmetics.'],
    ['category', 'dresses', 'The category must be one of accessories, dress, jewellery, cosmetics.'],
    ['category', ['dress'], 'The category must be one of accessories, dress, jewellery, cosmetics.'],
    ['color', '', 'The color must be one of black, red, gold, blue, silver, beige, green.'],
    ['price', 0, 'The price must be above 0 and at most 100,000.'],
    ['price', -1, 'The price must be above 0 and at most 100,000.'],
    ['price', 0.001, 'The price must be above 0 and at most 100,000.'],
    ['price', 100_000.01, 'The price must be above 0 and at most 100,000.'],
    ['price', '100001', 'The price must be above 0 and at most 100,000.'],
    ['price', 19.999, 'The price can have at most two decimals.'],
    ['price', '19.999', 'The price can have at most two decimals.'],
    ['price', '', 'The price is missing.'],
    ['price', ' ', 'The price is missing.'],
    ['price', '1e3', 'The price must be a number.'],
    ['price', '12,50', 'The price must be a number.'],
    ['price', '0x10', 'The price must be a number.'],
    ['price', Number.NaN, 'The price must be a number.'],
    ['price', null, 'The price must be a number.'],
    ['price', [12], 'The price must be a number.'],
    ['oldPrice', 'dear', 'The old price must be a number.'],
    ['oldPrice', 120.5, 'The old price must be above the price.'],
    ['image', { src: 'x' }, 'The image must be the address of a picture.'],
  ] as [FieldName, unknown, string][])('%s %j is rejected with one sentence', (name, value, sentence) => {
    expect(readFields({ ...dress, [name]: value }).fieldErrors).toEqual({ [name]: sentence })
  })

  test('a name is one line without invisible characters', () => {
    expect(readFields({ name: 'Silk\n\tdress\u202e\u200b' }).fields).toEqual({ name: 'Silk dress' })
  })

  test('a category and a color may be written as the shop displays them', () => {
    const { fields, fieldErrors } = readFields({ ...dress, category: 'Accessories', color: ' RED ' })
    expect([fields.category, fields.color, fieldErrors]).toEqual(['accessories', 'red', {}])
  })

  test('are left out if they were not sent', () => {
    expect(readFields({ price: '9.99' })).toEqual({ fields: { priceCents: 999 }, fieldErrors: {} })
  })

  test('an emptied old price is null', () => {
    for (const oldPrice of ['', ' ', null]) {
      expect(readFields({ oldPrice })).toEqual({ fields: { oldPriceCents: null }, fieldErrors: {} })
    }
  })

  test('every price in cents survives the conversion, as a number and as a text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), cents => {
        for (const price of [cents / 100, (cents / 100).toFixed(2), String(cents / 100)])
          expect(readFields({ price }).fields).toEqual({ priceCents: cents })
      }),
    )
  })

  test('every sent field is either read or has an error', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('name', 'price', 'oldPrice', 'image', 'color'), fc.anything()),
        sent => {
          const { fields, fieldErrors } = readFields(sent)
          for (const cents of [fields.priceCents, fields.oldPriceCents ?? 1])
            if (cents !== undefined) expect(Number.isInteger(cents)).toBe(true)
          for (const sentence of Object.values(fieldErrors)) expect(sentence).toMatch(/^The .*\.$/)
        },
      ),
    )
  })
})
