import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepTidy } from './tidy-up.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const mebibyte = 2 ** 20

/** A process whose heap shrinks to 40 MB when it is tidied up. */
function processOf(heapMb: number) {
  const state = { heapMb, busy: 0, collected: 0 }
  keepTidy({
    collect() {
      state.collected += 1
      state.heapMb = 40
    },
    heapBytes: () => state.heapMb * mebibyte,
    howBusy: () => state.busy,
  })
  return state
}

test('what the start has needed is given back three seconds later', () => {
  const state = processOf(90)
  vi.advanceTimersByTime(2_900)
  expect(state.collected).toBe(0)
  vi.advanceTimersByTime(100)
  expect(state).toMatchObject({ collected: 1, heapMb: 40 })
})

test('what a busy time has needed is given back when it is over', () => {
  const state = processOf(40)
  vi.advanceTimersByTime(3_000)
  Object.assign(state, { heapMb: 120, busy: 0.6 })
  vi.advanceTimersByTime(60_000)
  expect(state.collected).toBe(1)
  state.busy = 0.01
  vi.advanceTimersByTime(10_000)
  expect(state).toMatchObject({ collected: 2, heapMb: 40 })
})

test('a quiet shop that has not grown is left alone', () => {
  const state = processOf(40)
  vi.advanceTimersByTime(3_000)
  state.heapMb = 50
  vi.advanceTimersByTime(3_600_000)
  expect(state.collected).toBe(1)
})
