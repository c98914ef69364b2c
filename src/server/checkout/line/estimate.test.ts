import { expect, test } from 'vitest'
import { describePlace, retryAfter } from '#domain/orders/line.ts'
import { openLineSpeed } from './estimate.ts'

test('until the line has moved for half a second, the guess counts, and nobody is let in ahead', () => {
  const speed = openLineSpeed(64)
  speed.note(50, 450)
  expect([speed.secondsTo(1), speed.secondsTo(640), speed.ahead()]).toEqual([1, 10, 0])
})

test('the estimate follows the line: after three seconds nine tenths of it are of the new rate', () => {
  const speed = openLineSpeed(64)
  speed.note(100, 1_000)
  expect([speed.secondsTo(1_000), speed.ahead()]).toEqual([10, 300])
  for (let half = 0; half < 6; half++) speed.note(5, 500)
  expect(speed.secondsTo(1_000)).toBe(49) // 21 a second
  speed.reset()
  expect(speed.secondsTo(640)).toBe(10)
})

test('a line that stands still is said to take an hour, not for ever', () => {
  const speed = openLineSpeed(64)
  speed.note(0, 1_000)
  expect(speed.secondsTo(1)).toBe(3_600)
})

test('a buyer asks again at half of the time, at least every three seconds, in a long line every ten', () => {
  expect([1, 2, 4, 5, 3_600].map(seconds => retryAfter(seconds, 100))).toEqual([1, 1, 2, 3, 3])
  expect([1, 8, 3_600].map(seconds => retryAfter(seconds, 2_500))).toEqual([1, 4, 5])
  expect([8, 3_600].map(seconds => retryAfter(seconds, 20_000))).toEqual([4, 10])
})

test.each([
  [1, 'You are number 1 in the line. It should take a few seconds.'],
  [12, 'You are number 1 in the line. It should take about 20 seconds.'],
  [60, 'You are number 1 in the line. It should take about a minute.'],
  [61, 'You are number 1 in the line. It should take about 2 minutes.'],
  [3_600, 'You are number 1 in the line. It should take an hour or more.'],
])('%i seconds are told as a person would', (seconds, text) => {
  expect(describePlace({ place: 1, seconds })).toBe(text)
})

test('a long line is readable', () => {
  expect(describePlace({ place: 4_321, seconds: 90 })).toContain('number 4,321 in')
})
