import { expect, test } from 'vitest'
import { judgeClock, sayClock } from './clock-state.ts'

const seenAt = new Date('2026-11-20T12:00:00Z')
const after = (minutes: number) => new Date(+seenAt + minutes * 60_000)
const day = 24 * 60

test.each([
  ['an hour later', 60, 'trusted'],
  ['a night later', 13 * 60, 'trusted'],
  ['a day later', day, 'trusted'],
  ['a day and a minute later', day + 1, 'ahead'],
  ['40 days later', 40 * day, 'ahead'],
  ['a minute before', -1, 'trusted'],
  ['three minutes before', -3, 'behind'],
  ['40 days before', -40 * day, 'behind'],
])('a clock that says %s than the last hour is judged', (_, minutes, state) => {
  expect(judgeClock(after(minutes), { seenAt, heldUntil: null }).state).toBe(state)
})

test('before the first hour was noted any clock is trusted', () => {
  expect(judgeClock(after(0), undefined)).toEqual({ state: 'trusted', now: after(0).toISOString() })
})

test('after it was behind nothing is deleted until the end of the hold', () => {
  const heldUntil = after(2 * day)
  expect(judgeClock(after(60), { seenAt, heldUntil })).toMatchObject({ state: 'held' })
  expect(judgeClock(heldUntil, { seenAt: after(2 * day - 60), heldUntil })).toMatchObject({ state: 'trusted' })
})

test('each state is said in sentences with a cure', () => {
  const said = (minutes: number, heldUntil: Date | null = null) =>
    sayClock(judgeClock(after(minutes), { seenAt, heldUntil }))
  expect(said(40 * day)).toContain(
    'The clock of this machine says 2026-12-30 12:00 UTC, which is 40 days after the last hour that the shop has seen (2026-11-20 12:00 UTC), and neither the payment provider nor NTP has confirmed it.',
  )
  expect(said(-5 * 60)).toContain('which is 5 hours before the last hour that the shop has seen')
  expect(said(-7)).toContain('which is 7 minutes before')
  for (const sentence of [said(40 * day), said(-40 * day), said(0, after(day))]) {
    expect(sentence).toContain('the shop deletes nothing for good')
    expect(sentence).toContain('npm run shop -- clock:confirm')
  }
  expect(said(60)).toBe('The clock of this machine is trusted.')
})
