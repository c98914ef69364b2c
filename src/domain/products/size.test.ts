import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSize, readSizes, sizeLimits, sizes } from './size.ts'

const fitsOf = (code: string) => findSize(code)?.fits

test('sizes of different runs fit the same body, as the size guide says', () => {
  for (const code of ['alpha-M', 'eu-40', 'eu-42', 'us-8', 'us-10', 'uk-12', 'uk-14'])
    expect(fitsOf(code), code).toBe('clothes-M')
  expect(fitsOf('acc-M')).toBe('acc-M')
  expect(findSize('ring-54')).toMatchObject({ label: '54', also: 'US 7, UK N½', fits: 'ring-54' })
})

test.each([
  ['ring-49', 'US 5, UK J½'],
  ['ring-52', 'US 6, UK L½'],
  ['ring-57', 'US 8, UK P½'],
  ['ring-60', 'US 9, UK R½'],
])('%s is also %s, as the size guide says', (code, also) => {
  expect(findSize(code)?.also).toBe(also)
})

test('each size has one code, and within its run one label', () => {
  expect(new Set(sizes.map(({ code }) => code)).size).toBe(sizes.length)
  expect(new Set(sizes.map(({ run, label }) => `${run} ${label}`)).size).toBe(sizes.length)
})

test('sizes are read in their true order, however they are sent', () => {
  const letters = sizes.filter(({ run }) => run === 'alpha').map(({ code }) => code)
  fc.assert(
    fc.property(fc.shuffledSubarray(letters, { minLength: 1 }), sent => {
      const read = readSizes(sent.map(size => ({ size })))
      expect(read.error === undefined && read.sizes.map(({ size }) => size)).toEqual(
        letters.filter(letter => sent.includes(letter)),
      )
    }),
  )
})

test('no sizes mean one size', () => {
  expect(readSizes([])).toEqual({ sizes: [{ size: 'one', sku: null, barcode: null }] })
})

test.each([
  ['alpha-M', 'The sizes must be a list.'],
  [[{ size: 'medium' }], 'The shop knows no size "medium".'],
  [[{}], 'The shop knows no size of this kind.'],
  [[null], 'The shop knows no size of this kind.'],
  [[{ size: 'alpha-M' }, { size: 'alpha-M' }], 'The size M is there twice.'],
  [[{ size: 'alpha-M' }, { size: 'eu-40' }], 'All sizes of a product must be of one run: these are of two.'],
  [[{ size: 'alpha-M', sku: 7 }], 'The SKU of M must be a text of at most 60 characters.'],
  [[{ size: 'alpha-M', barcode: 'x'.repeat(41) }], 'The barcode of M must be a text of at most 40 characters.'],
  [
    [
      { size: 'alpha-M', sku: 'A-1' },
      { size: 'alpha-L', sku: ' a-1 ' },
    ],
    'Two sizes have the SKU "a-1".',
  ],
  [Array(31).fill({ size: 'one' }), `A product can have at most ${sizeLimits.perProduct} sizes.`],
])('%j is refused with one sentence', (sent, sentence) => {
  expect(readSizes(sent)).toEqual({ error: sentence })
})

test('anything that is sent is either read or refused', () => {
  fc.assert(
    fc.property(fc.anything(), sent => {
      const read = readSizes(sent)
      if (read.error === undefined) expect(read.sizes.length).toBeGreaterThan(0)
      else expect(read.error).toMatch(/\.$/)
    }),
  )
})
