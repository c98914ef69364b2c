import { expect, test } from 'vitest'
import { movableClock } from '../providers/payments/payments.fixture.ts'
import { failureLimiter, limiter, visitorOf } from './limits.ts'

test('a visitor may do so much in a while, and is told how long to wait', () => {
  const clock = movableClock()
  const count = limiter({ times: 3, perMs: 60_000 }, clock)
  for (let n = 0; n < 3; n++) {
    count('ada')
    clock.move(10_000)
  }
  expect(() => count('ada')).toThrow('That was too often. Please try again in 30 seconds.')
  count('grace')
  clock.move(29_000)
  expect(() => count('ada')).toThrow('Please try again in 1 second.')
  clock.move(1_000)
  count('ada')
  expect(() => count('ada')).toThrow('Please try again in 10 seconds.')
})

test('a deed that is taken back does not count', () => {
  const clock = movableClock()
  const count = limiter({ times: 2, perMs: 60_000 }, clock)
  count('ada')
  const takeBack = count('ada')
  takeBack()
  takeBack()
  count('ada')
  expect(() => count('ada')).toThrow('Please try again in 60 seconds.')
  clock.move(120_000)
  takeBack()
  count('ada')
})

const minute = 60_000
const retryAfter = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return (error as { retryAfterSeconds: number }).retryAfterSeconds
  }
  return 0
}

test('who fails five times has to wait a minute, then two, up to a quarter of an hour', () => {
  const clock = movableClock()
  const guess = failureLimiter({ times: 5, perMs: minute }, clock)
  for (const seconds of [60, 120, 240, 480, 900, 900]) {
    for (let n = 0; n < 5; n++) {
      guess('ada')
      clock.move(1_000)
    }
    clock.move(-1_000)
    expect(retryAfter(() => guess('ada'))).toBe(seconds)
    guess('grace').wasRight()
    clock.move(seconds * 1_000 - 1)
    expect(retryAfter(() => guess('ada'))).toBe(1)
    clock.move(1)
  }
  guess('ada')
})

test('a right guess forgets all failures', () => {
  const guess = failureLimiter({ times: 5, perMs: minute }, movableClock())
  for (let n = 0; n < 4; n++) guess('ada')
  guess('ada').wasRight()
  for (let n = 0; n < 5; n++) guess('ada')
  expect(retryAfter(() => guess('ada'))).toBe(60)
})

test('a guess that nobody looked at does not count, nor does it end a wait', () => {
  const guess = failureLimiter({ times: 2, perMs: minute }, movableClock())
  guess('ada')
  const last = guess('ada')
  expect(retryAfter(() => guess('ada'))).toBe(60)
  last.takeBack()
  guess('ada')
  expect(retryAfter(() => guess('ada'))).toBe(60)
})

test('failures of half an hour ago are forgotten', () => {
  const clock = movableClock()
  const guess = failureLimiter({ times: 2, perMs: minute }, clock)
  guess('ada')
  guess('ada')
  clock.move(minute)
  guess('ada')
  clock.move(30 * minute)
  guess('ada')
  guess('ada')
  expect(retryAfter(() => guess('ada'))).toBe(60)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (ip, visitor) => {
  expect(visitorOf({ ip })).toBe(visitor)
})
