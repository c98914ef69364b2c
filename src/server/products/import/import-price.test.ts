import { afterEach, expect, test } from 'vitest'
import { setCurrency } from '#domain/money.ts'
import { plainPrice, priceCellError } from './import-price.ts'

afterEach(() => setCurrency('USD'))

test.each([
  ['12,50', 'as 12.50'],
  ['12,5', 'as 12.50'],
  ['$12', 'as 12.00'],
  ['12.50 €', 'as 12.50'],
  ['USD 99', 'as 99.00'],
  ['1,135.00', 'as 1135.00'],
  ['1.135,00', 'as 1135.00'],
  ['1,135', 'as 1135.00'],
  ['1 135,00', 'as 1135.00'],
  ["1'234'567", 'as 1234567.00'],
  ['1,2,3', 'like 12.50'],
  ['1,234.567', 'like 12.50'],
  ['1,234.567,00', 'like 12.50'],
  ['-5', 'like 12.50'],
  ['1e3', 'like 12.50'],
  ['.5', 'like 12.50'],
  ['dear', 'like 12.50'],
  ['1234567890', 'like 12.50'],
])('the error for the price %s shows it and how to write it', (cell, way) => {
  expect(priceCellError(` ${cell} `, 'The price')).toBe(
    `The price “${cell}” is not written as a number: write it ${way}.`,
  )
})

test('the error for a long cell shows its beginning', () => {
  expect(priceCellError('x'.repeat(60_000), 'The old price')).toBe(
    'The old price “xxxxxxxxxxxxxxxxxxxx…” is not written as a number: write it like 12.50.',
  )
})

test.each([
  ['spaces', `1${' '.repeat(60_000)}x`],
  ['digits', `${'1'.repeat(60_000)}x`],
  ['points', `1${'.1'.repeat(30_000)}x`],
  ['apostrophes', `$1${"'".repeat(60_000)}x`],
])('a price of 60,000 %s is checked at once', (_, cell) => {
  const before = performance.now()
  expect(priceCellError(cell, 'The price')).toContain('write it like 12.50')
  expect(performance.now() - before).toBeLessThan(500)
})

test.each(['', ' ', '12', '12.50', ' 0.001 '])('%j has no notation error', cell => {
  expect(priceCellError(cell, 'The price')).toBeUndefined()
})

test.each([
  ['USD', '12,50', '12.50'],
  ['USD', ' 12,5 ', '12.5'],
  ['USD', '1,250.00', '1250.00'],
  ['USD', '1.250,00', '1250.00'],
  ['USD', '1 250,00', '1250.00'],
  ['USD', "1'250.00", '1250.00'],
  ['USD', '$12', '12'],
  ['USD', '1,250.00 USD', '1250.00'],
  ['EUR', '12,50 €', '12.50'],
  ['JPY', '¥1250', '1250'],
  ['USD', '12.50', '12.50'],
  ['USD', '', ''],
])('in %s the cell %j is the price %s', (code, cell, price) => {
  setCurrency(code)
  expect(plainPrice(cell)).toBe(price)
})

test.each([
  ...['1,250', '1.250.000', '$1,250', '1.250.00', '1,250,00', '1,2,3', '12.50 €', 'GBP 12', '$12 €', '-5', 'dear'],
  ...[`1${' '.repeat(60_000)},50`],
])('%j, which may mean another amount or none, stays as it is', cell => {
  expect(plainPrice(cell)).toBe(cell)
})
