import { expect, test } from 'vitest'
import { readSchedule, scheduleErrors } from './schedule-fields.ts'

test('reads a schedule, and leaves out what was not sent', () => {
  expect(readSchedule({})).toEqual({ fields: {}, fieldErrors: {} })
  expect(
    readSchedule({ status: ' Hidden ', visibleFrom: '2026-12-01T10:00:00+01:00', salePrice: '80', saleUntil: '' }),
  ).toEqual({
    fields: {
      ...{ status: 'hidden', visibleFrom: new Date('2026-12-01T09:00:00Z') },
      ...{ salePriceCents: 8_000, saleUntil: null },
    },
    fieldErrors: {},
  })
})

test.each([
  [{ status: 'scheduled' }, 'The status must be one of public, draft, hidden.'],
  [{ status: null }, 'The status must be one of public, draft, hidden.'],
  [{ visibleFrom: '2026-12-01' }, 'Visible from must be a time with its zone, like 2026-12-01T09:00:00Z.'],
  [{ visibleUntil: '2026-12-01T09:00' }, 'Visible until must be a time with its zone, like 2026-12-01T09:00:00Z.'],
  [
    { saleFrom: '2026-13-41T09:00:00Z' },
    'The beginning of the sale must be a time with its zone, like 2026-12-01T09:00:00Z.',
  ],
  [
    { saleUntil: ['2026-12-01T09:00:00Z'] },
    'The end of the sale must be a time with its zone, like 2026-12-01T09:00:00Z.',
  ],
  [{ saleUntil: 1e12 }, 'The end of the sale must be a time with its zone, like 2026-12-01T09:00:00Z.'],
  [{ salePrice: 'cheap' }, 'The sale price must be a number.'],
  [{ salePrice: 0 }, 'The sale price must be above 0 and at most 100,000.'],
  [{ salePrice: '', saleFrom: '2026-12-01T09:00:00Z' }, 'A sale needs a sale price.'],
  [
    { visibleFrom: '2026-12-02T09:00:00Z', visibleUntil: '2026-12-02T09:00:00Z' },
    'The piece would go before it comes: its end must be after its beginning.',
  ],
  [
    { salePrice: 1, saleFrom: '2026-12-02T09:00:00Z', saleUntil: '2026-12-01T09:00:00Z' },
    'The sale would end before it begins: its end must be after its beginning.',
  ],
])('%j is refused', (sent, message) => {
  expect(Object.values(readSchedule(sent).fieldErrors)).toEqual([message])
})

test('a sale price that is not below the price is refused', () => {
  expect(scheduleErrors({ salePriceCents: 100, priceCents: 100 })).toEqual({
    salePrice: 'The sale price must be below the price.',
  })
  expect(scheduleErrors({ salePriceCents: 99, priceCents: 100 })).toEqual({})
})
