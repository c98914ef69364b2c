import { expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

test('it reports the first at once, the next seconds in one report, and nothing when there are none', () => {
  vi.useFakeTimers()
  const reports: [string, number][] = []
  const report = throttle<string>((last, times) => reports.push([last, times]), 5_000)
  report('first')
  expect(reports).toEqual([['first', 1]])
  for (const name of ['second', 'third', 'fourth']) report(name)
  vi.advanceTimersByTime(4_999)
  expect(reports).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(reports.slice(1)).toEqual([['fourth', 3]])
  report('fifth')
  expect(reports).toHaveLength(2)
  vi.advanceTimersByTime(5_000)
  expect(reports.slice(2)).toEqual([['fifth', 1]])
  vi.advanceTimersByTime(60_000)
  expect(reports).toHaveLength(3)
  report('much later')
  expect(reports.slice(3)).toEqual([['much later', 1]])
  vi.useRealTimers()
})
