import { expect, test } from 'vitest'
import { movableClock } from '../providers/payments/payments.fixture.ts'
import { limiter, visitorOf } from './limits.ts'

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
