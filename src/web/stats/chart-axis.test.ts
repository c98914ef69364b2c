import { expect, test } from 'vitest'
import { ticksUpTo } from './chart-axis.ts'

test.each([
  [100, [0, 20, 40, 60, 80, 100]],
  [159.97, [0, 50, 100, 150, 200]],
  [3, [0, 1, 2, 3]],
  [1_000_000, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]],
])('the axis for %d has round steps', (highest, ticks) => {
  expect(ticksUpTo(highest)).toEqual(ticks)
})
