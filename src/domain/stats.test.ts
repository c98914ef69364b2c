import { expect, test } from 'vitest'
import { daysBefore } from './stats.ts'

test('the days up to a time are those of UTC, over the ends of months and years', () => {
  expect(daysBefore(new Date('2024-03-01T00:00:00Z'), 3)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
  expect(daysBefore(new Date('2026-01-01T23:59:59.999Z'), 2)).toEqual(['2025-12-31', '2026-01-01'])
  expect(daysBefore(new Date('2026-01-01T12:00:00Z'), 1)).toEqual(['2026-01-01'])
})
