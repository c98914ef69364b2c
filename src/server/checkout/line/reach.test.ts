import { expect, test } from 'vitest'
import { openReach } from './reach.ts'

test('for two seconds free checkouts wait for those at the front, then the reach doubles until they are taken', () => {
  const reach = openReach()
  const after = (free: number, now: number, waiting = 5) => {
    reach.note(free, waiting, now)
    return reach.places()
  }
  expect([after(64, 0), after(64, 2_000)]).toEqual([0, 0])
  expect([after(64, 2_150), after(64, 2_300), after(10, 2_450)]).toEqual([128, 256, 512])
  expect([after(0, 2_600), after(0, 2_750)]).toEqual([409, 327])
  expect([after(1, 2_900), after(1, 3_050, 0)]).toEqual([654, 654])
  for (let turn = 0; turn < 40; turn++) after(0, 4_000 + turn * 150)
  expect([reach.places(), after(64, 10_000, 0), after(64, 12_100)]).toEqual([0, 0, 0])
  reach.reset()
  expect([after(64, 20_000), after(64, 21_000)]).toEqual([0, 0])
})
