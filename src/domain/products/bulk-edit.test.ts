import { expect, test } from 'vitest'
import { priceByPercent, readBulkChange } from './bulk-edit.ts'

const choices = { categories: [{ name: 'Dress', address: 'dress' }], colors: [{ name: 'black' }] }
const read = (sent: Record<string, unknown>) => readBulkChange(sent, choices)

test('only what is chosen changes', () => {
  expect(read({ category: 'Dress', color: '', status: null, percent: undefined })).toEqual({
    change: { category: 'dress' },
  })
  expect(read({ percent: '−17.5 %' })).toEqual({ change: { percent: -17.5 } })
  expect(read({ salePercent: '20 %', saleUntil: '2026-12-01T00:00:00Z' })).toEqual({
    change: { sale: { percentOff: 20, from: null, until: new Date('2026-12-01T00:00:00Z') } },
  })
  expect(read({ endsSale: 'true', saleFrom: '' })).toEqual({ change: { sale: null } })
  expect(read({ color: 'Black', status: 'hidden', percent: ' -12.5 ' })).toEqual({
    change: { color: 'black', status: 'hidden', percent: -12.5 },
  })
})

test.each([
  [{}, 'Choose what should change.'],
  [{ percent: '' }, 'Choose what should change.'],
  [{ category: 'coat' }, 'The category must be one of dress.'],
  [{ color: ['black'] }, 'The color must be one of black.'],
  [{ status: 'sold' }, 'The status must be one of public, draft, hidden.'],
  [{ endsSale: false }, 'Choose what should change.'],
  [{ endsSale: true, salePercent: 5 }, 'A sale is begun or ended, not both.'],
  [{ saleFrom: '2026-12-01T00:00:00Z' }, 'Say how many percent the sale takes off.'],
  [{ salePercent: -20 }, 'A sale takes off from 1 to 90 percent, like 20.'],
  [{ salePercent: 'half' }, 'A sale takes off from 1 to 90 percent, like 20.'],
  [
    { salePercent: 5, saleFrom: 'soon' },
    'The beginning of the sale must be a time with its zone, like 2026-12-01T09:00:00Z.',
  ],
  [
    { salePercent: 5, saleFrom: '2026-12-02T00:00:00Z', saleUntil: '2026-12-01T00:00:00Z' },
    'The sale would end before it begins: its end must be after its beginning.',
  ],
  [{ percent: 0 }, 'A price that changes by 0 percent stays as it is.'],
])('%j is refused in one sentence', (sent, error) => {
  expect(read(sent)).toEqual({ error })
})

test.each([-91, 501, '1e2', '5%%', '1.234', Number.NaN, Number.POSITIVE_INFINITY, {}, [5], true])(
  '%j is no percent',
  percent => {
    expect(read({ percent })).toEqual({ error: 'The percent must be a number from -90 to 500, like -20.' })
  },
)

test('a price by percent is whole cents, within what a price can be', () => {
  expect(priceByPercent(8_900, -10)).toBe(8_010)
  expect(priceByPercent(995, 10)).toBe(1_095) // 1,094.5 cents
  expect(priceByPercent(9_999, -33.33)).toBe(6_666)
  expect(priceByPercent(1, -90)).toBe(1)
  expect(priceByPercent(10_000_000, 500)).toBe(10_000_000)
})
