import { Secret } from 'otpauth'
import { hashPassword } from '#server/auth/password-hash.ts'
import { shopLimits } from '#server/http/limits/rate-limit.ts'
import { createUser } from '../../support/builders.ts'
import { askRaw } from '../support/load/raw.ts'
import type { OpenShop } from '../support/shop-in-process.ts'
import type { TrialContext } from '../support/trial.ts'
import { signIn } from './sign-in.ts'

interface Clock {
  now(): Date
  move(ms: number): void
}

export const password = 'a silk dress'
const furthestMs = 2
const minuteMs = 60_000
const hourMs = 60 * minuteMs

let people = 0

/** A user who can sign in. */
export async function createMember({ db }: OpenShop, user: Parameters<typeof createUser>[1] = {}) {
  const email = `member${++people}@shop.test`
  return await createUser(db, { email, password_hash: await hashPassword(password), ...user })
}

/** A user who needs a code to sign in, which the trial does not know. */
export async function createGuarded(shop: OpenShop) {
  const user = await createMember(shop)
  const at = new Date()
  const secret = new Secret().base32
  await shop.db
    .insertInto('second_factor')
    .values({ user_id: user.id, secret, confirmed_at: at, created_at: at })
    .execute()
  return user
}

/** Deletes a user as the owner does. */
export async function deleteUser({ db, url }: OpenShop, id: string): Promise<void> {
  const headers = await signIn(db, await createUser(db, { role: 'admin' }))
  const { status } = await askRaw(url, { method: 'DELETE', path: `/api/auth/users/${id}`, headers })
  if (status !== 200) throw new Error(`The user was not deleted: ${status}`)
}

/** Posts as a visitor at an address. */
export async function post(
  shop: OpenShop,
  path: string,
  body: object,
  from = '192.0.2.1',
  more: Record<string, string> = {},
) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, ...more }
  const answer = await askRaw(shop.url, {
    method: 'POST',
    path: `/api/auth/${path}`,
    headers,
    body: JSON.stringify(body),
  })
  return { ...answer, retryAfterMs: Number(answer.headers['retry-after'] ?? 0) * 1000 }
}

/** Everything in an answer that must not depend on whether an account exists. */
export function looks({ status, headers, body }: Awaited<ReturnType<typeof askRaw>>): string {
  const { date: _date, 'content-length': _length, 'x-request-id': _id, ...others } = headers // request ids grow longer
  return JSON.stringify([status, others, body.replace(/"requestId":"[^"]*"/, '')])
}

const shuffled = <T>(items: T[]) =>
  items
    .map(item => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

type Kind = 'known' | 'unknown'
type Times = Record<Kind, number[]>

/** Compares lower quartiles, because other load on the machine only makes answers slower. */
function apart({ known, unknown }: Times): number {
  const [one = 0, other = 0] = [known, unknown].map(times => times.toSorted((a, b) => a - b)[times.length >> 2])
  return Math.abs(one - other)
}

/** The 99th percentile of the same difference when answers are labelled known or unknown at random. */
function byChance({ known, unknown }: Times): number {
  const draws = Array.from({ length: 100 }, () => {
    const all = shuffled([...known, ...unknown])
    return apart({ known: all.slice(0, known.length), unknown: all.slice(known.length) })
  })
  return draws.toSorted((a, b) => a - b).at(-2) ?? 0
}

/**
 * Whether the time or the content of an answer reveals that an account exists: known and unknown addresses in random
 * order.
 */
export async function tryTiming(
  shop: OpenShop,
  clock: Clock,
  { times, none, atMost, note }: TrialContext,
): Promise<void> {
  const [tries, warmUp] = [times(500), times(50)]
  const wrong = { password: 'not this one' }
  const locked = { known: (await createMember(shop)).email, unknown: 'nobody.locked@shop.test' }
  const guarded = { known: (await createGuarded(shop)).email, unknown: 'nobody.guarded@shop.test' }
  const free = { known: (await createMember(shop)).email, unknown: 'nobody@shop.test' }
  for (const { path, emails, body, what, passMs } of [
    { what: 'logins with a wrong password', path: 'login', emails: free, body: wrong, passMs: hourMs },
    {
      what: 'logins with a wrong password and a code, known with a second factor',
      path: 'login',
      emails: guarded,
      body: { ...wrong, code: '123456' },
      passMs: hourMs,
    },
    { what: 'letters for a new password', path: 'forgot-password', emails: free, body: {}, passMs: hourMs },
    { what: 'logins that have to wait', path: 'login', emails: locked, body: wrong, passMs: 0 },
  ]) {
    for (const email of passMs ? [] : Object.values(emails))
      for (let n = 0; n < shopLimits.login.times; n++) await post(shop, path, { email, ...body })
    const took: Times = { known: [], unknown: [] }
    const worked: Times = { known: [], unknown: [] }
    const seen = new Set<string>()
    const asked = (['known', 'unknown'] as const).flatMap(kind => Array<Kind>(tries + warmUp).fill(kind))
    for (const [n, kind] of shuffled(asked).entries()) {
      clock.move(passMs)
      const [begun, before] = [performance.now(), process.cpuUsage()]
      const answer = await post(shop, path, { email: emails[kind], ...body })
      seen.add(looks(answer))
      if (n < 2 * warmUp) continue
      took[kind].push(performance.now() - begun)
      const { user, system } = process.cpuUsage(before)
      worked[kind].push((user + system) / 1_000)
    }
    const chance = byChance(took)
    none(`${what}: answers by which a known address can be told from an unknown one`, seen.size - 1)
    note(
      `${what}: lower quartiles of ${tries} each`,
      `${apart(took).toFixed(2)} ms apart, by chance ${chance.toFixed(2)}`,
    )
    atMost(`${what}: apart beyond chance`, furthestMs, Math.max(0, apart(took) - chance), 'ms')
    atMost(`${what}: the same in time of the processor`, furthestMs, apart(worked), 'ms')
  }
}

/** How far an attacker gets by guessing passwords. */
export async function tryLockOut(shop: OpenShop, clock: Clock, { scale, none, atMost }: TrialContext): Promise<void> {
  const wrong = { password: 'not this one' }
  const isLookedAt = ({ status }: { status: number }) => status !== 429
  const member = await createMember(shop)
  const { email } = member
  const known = await post(shop, 'login', { email, password }, '192.0.2.7')
  const device = /device=[^;]+/.exec(String(known.headers['set-cookie']))?.[0] ?? ''

  const atOnce = await Promise.all(Array.from({ length: 100 }, () => post(shop, 'login', { email, ...wrong })))
  atMost('wrong passwords of one account that are looked at, of 100 at once', 5, atOnce.filter(isLookedAt).length, '')

  const hours = 24 * scale
  const end = +clock.now() + hours * hourMs
  let guesses = 0
  let rightWhileLocked = 0
  let ownerLockedOut = 0
  while (+clock.now() < end) {
    const answer = await post(shop, 'login', { email, ...wrong })
    if (isLookedAt(answer)) guesses += 1
    else {
      if (isLookedAt(await post(shop, 'login', { email, password }))) rightWhileLocked += 1
      const owner = await post(shop, 'login', { email, password }, '192.0.2.7', { cookie: device })
      if (owner.status !== 200) ownerLockedOut += 1
      clock.move(Math.max(answer.retryAfterMs, 1_000))
    }
  }
  atMost(`passwords of one account that one address can try in ${hours} hours`, 25 + 20 * hours, guesses, '')
  none('right passwords that were let in while it had to wait', rightWhileLocked)
  none('times that kept the owner out on a device they know', ownerLockedOut)

  clock.move(hourMs)
  const many = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      post(shop, 'login', { email: `nobody${n}@shop.test`, ...wrong }, '192.0.2.9'),
    ),
  )
  atMost('accounts that one address can try in a minute, of 100 at once', 30, many.filter(isLookedAt).length, '')
}
