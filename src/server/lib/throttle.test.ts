import { expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

test('it reports the first at once, the next seconds in one report, and nothing when there are none', () => {
  vi.useFakeTimers()
  const told: [string, number][] = []
  const tell = throttle<string>((last, times) => told.push([last, times]), 5_000)
  tell('first')
  expect(told).toEqual([['first', 1]])
  for (const name of ['second', 'third', 'fourth']) tell(name)
  vi.advanceTimersByTime(4_999)
  expect(told).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(told.slice(1)).toEqual([['fourth', 3]])
  tell('fifth')
  expect(told).toHaveLength(2)
  vi.advanceTimersByTime(5_000)
  expect(told.slice(2)).toEqual([['fifth', 1]])
  vi.advanceTimersByTime(60_000)
  expect(told).toHaveLength(3)
  tell('much later')
  expect(told.slice(3)).toEqual([['much later', 1]])
  vi.useRealTimers()
})
