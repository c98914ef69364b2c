import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { openDatabase } from '../../db/connection.ts'
import { movableClock } from '../../payments/payments.fixture.ts'
import { failureLimiter, forgetLimits, type Limit, limiter, visitorOf } from './rate-limit.ts'

const { app, db, connection } = await testApp({}, { TRUST_PROXY: 'loopback' })
const clock = movableClock()
const minute = 60_000

let visitors = 0
/** A visitor without any counts. */
const newcomer = () => `visitor ${++visitors}`
const auditEntries = (contact: Limit) => limiter('contact', { db, clock, limits: { ...noLimits, contact } })
const guesses = (login: Limit) => failureLimiter('login', { db, clock, limits: { ...noLimits, login } })
const retryAfter = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    error => error.retryAfterSeconds,
  )

test('a visitor may do so much in a period, and is told how long to wait', async () => {
  const count = auditEntries({ times: 3, perMs: minute })
  const [ada, grace] = [newcomer(), newcomer()]
  for (let n = 0; n < 3; n++) {
    await count(ada)
    clock.move(10_000)
  }
  await expect(count(ada)).rejects.toThrow('That was too often. Please try again in 30 seconds.')
  await count(grace)
  clock.move(29_000)
  await expect(count(ada)).rejects.toThrow('Please try again in 1 second.')
  clock.move(1_000)
  await count(ada)
  await expect(count(ada)).rejects.toThrow('Please try again in 10 seconds.')
})

test('an action that is taken back does not count', async () => {
  const count = auditEntries({ times: 2, perMs: minute })
  const ada = newcomer()
  await count(ada)
  const takeBack = await count(ada)
  await takeBack()
  await takeBack()
  await count(ada)
  await expect(count(ada)).rejects.toThrow('Please try again in 60 seconds.')
  clock.move(2 * minute)
  await takeBack()
  await count(ada)
})

test('after five failures the wait is a minute, then two, up to a quarter of an hour', async () => {
  const guess = guesses({ times: 5, perMs: minute })
  const [ada, grace] = [newcomer(), newcomer()]
  for (const seconds of [60, 120, 240, 480, 900, 900]) {
    for (let n = 0; n < 5; n++) {
      await guess(ada)
      clock.move(1_000)
    }
    clock.move(-1_000)
    expect(await retryAfter(guess(ada))).toBe(seconds)
    await (await guess(grace)).wasRight()
    clock.move(seconds * 1_000 - 1)
    expect(await retryAfter(guess(ada))).toBe(1)
    clock.move(1)
  }
  await guess(ada)
})

test('a right guess clears all failures', async () => {
  const guess = guesses({ times: 5, perMs: minute })
  const ada = newcomer()
  for (let n = 0; n < 4; n++) await guess(ada)
  await (await guess(ada)).wasRight()
  for (let n = 0; n < 5; n++) await guess(ada)
  expect(await retryAfter(guess(ada))).toBe(60)
})

test('a guess that was not checked does not count, and does not end a wait', async () => {
  const guess = guesses({ times: 2, perMs: minute })
  const ada = newcomer()
  await guess(ada)
  const last = await guess(ada)
  expect(await retryAfter(guess(ada))).toBe(60)
  await last.takeBack()
  await guess(ada)
  expect(await retryAfter(guess(ada))).toBe(60)
})

test('failures of half an hour ago are cleared', async () => {
  const guess = guesses({ times: 2, perMs: minute })
  const ada = newcomer()
  await guess(ada)
  await guess(ada)
  clock.move(minute)
  await guess(ada)
  clock.move(30 * minute)
  await guess(ada)
  await guess(ada)
  expect(await retryAfter(guess(ada))).toBe(60)
})

test('a clock that is a little behind that of another machine makes nobody wait', async () => {
  const guess = guesses({ times: 5, perMs: minute })
  const ada = newcomer()
  await guess(ada)
  clock.move(-500)
  expect(await retryAfter(guess(ada))).toBe(0)
})

test('of fifty concurrent messages to two shops on one database five are accepted', async () => {
  const second = openDatabase(connection)
  const other = await testApp({ db: second }, { TRUST_PROXY: 'loopback' })
  const write = (to: typeof app, address: string) =>
    to.inject({
      method: 'POST',
      url: '/api/contact',
      headers: { 'x-forwarded-for': address },
      payload: { name: 'Ada', email: 'ada@example.com', subject: 'Silk', message: 'Do you have silk?' },
    })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => write(n % 2 ? app : other.app, '192.0.2.1')))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(5).fill(201), ...Array(45).fill(429)])
  expect((await write(other.app, '192.0.2.2')).statusCode).toBe(201)
  await second.destroy()
})

test('of a hundred concurrent guesses in two processes five are checked', async () => {
  const second = openDatabase(connection)
  const limits = { ...noLimits, login: { times: 5, perMs: minute } }
  const both = [db, second].map(each => failureLimiter('login', { db: each, clock, limits }))
  const ada = newcomer()
  const waits = await Promise.all(Array.from({ length: 100 }, (_, n) => retryAfter(both[n % 2]?.(ada) as never)))
  expect(waits.sort()).toEqual([...Array(5).fill(0), ...Array(95).fill(60)])
  await second.destroy()
})

test('expired counts are deleted, and no name is stored', async () => {
  const rows = async () =>
    (await sql<{ key: Buffer }>`select key from rate_limit union all select key from failed_guess`.execute(db)).rows
  clock.move(60 * minute)
  await forgetLimits({ db, clock })
  expect(await rows()).toEqual([])
  await auditEntries({ times: 1, perMs: minute })('ada@example.com')
  await guesses({ times: 1, perMs: minute })('ada@example.com')
  clock.move(minute - 1)
  await forgetLimits({ db, clock })
  const saved = await rows()
  expect(saved).toHaveLength(2)
  expect(String(saved.map(({ key }) => key))).not.toContain('ada')
  clock.move(30 * minute)
  await forgetLimits({ db, clock })
  expect(await rows()).toEqual([])
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
