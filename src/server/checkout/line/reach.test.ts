import { expect, test } from 'vitest'
import { openReach } from './reach.ts'

test('for a second free checkouts wait for those at the front, then the reach doubles until they are taken', () => {
  const reach = openReach()
  reach.reset(0)
  const after = (free: number, now: number) => {
    reach.note(free, now)
    return reach.places()
  }
  expect([after(64, 500), after(64, 1_000)]).toEqual([0, 0])
  expect([after(64, 1_150), after(64, 1_300), after(10, 1_450)]).toEqual([128, 256, 512])
  expect([after(0, 1_600), after(0, 1_750)]).toEqual([409, 327])
  expect(after(1, 1_900)).toBe(654)
  for (let turn = 0; turn < 40; turn++) after(0, 2_000 + turn * 150)
  expect([reach.places(), after(64, 8_100)]).toEqual([0, 0])
})
