import { hashPassword } from '#server/users/password-hash.ts'
import { createUser } from '../../support/builders.ts'
import { askRaw } from '../support/raw.ts'
import type { OpenShop } from '../support/shop-in-process.ts'
import type { Trying } from '../support/trial.ts'
import { signIn } from './sign-in.ts'

interface Clock {
  now(): Date
  move(ms: number): void
}

export const password = 'a silk dress'
const furthestMs = 2
const warmUp = 10
const minuteMs = 60_000
const hourMs = 60 * minuteMs

let people = 0

/** Somebody who can sign in. */
export async function createMember({ db }: OpenShop, user: Parameters<typeof createUser>[1] = {}) {
  const email = `member${++people}@shop.test`
  return await createUser(db, { email, password_hash: await hashPassword(password), ...user })
}

/** As the owner deletes somebody. */
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

/** All of an answer that may not depend on who there is. */
export function looks({ status, headers, body }: Awaited<ReturnType<typeof askRaw>>): string {
  const { date: _date, 'content-length': _length, ...others } = headers // the id of a request grows
  return JSON.stringify([status, others, body.replace(/"requestId":"[^"]*"/, '')])
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** Whether the time, or anything else, of an answer tells that an account exists: known and unknown addresses in turn. */
export async function tryTiming(
  shop: OpenShop,
  clock: Clock,
  { times, scale, none, atMost, note }: Trying,
): Promise<void> {
  const { email } = await createMember(shop)
  const emails = { known: email, unknown: 'nobody@shop.test' }
  const kinds = ['known', 'unknown'] as const
  for (const [what, path, body] of [
    ['logins with a wrong password', 'login', { password: 'not this one' }],
    ['letters for a new password', 'forgot-password', {}],
  ] as const) {
    const took = { known: [] as number[], unknown: [] as number[] }
    const said = new Set<string>()
    const tries = times(500)
    for (let n = -warmUp; n < tries; n++)
      for (const kind of n % 2 ? kinds : kinds.toReversed()) {
        clock.move(hourMs)
        const begun = performance.now()
        const answer = await post(shop, path, { email: emails[kind], ...body })
        if (n >= 0) took[kind].push(performance.now() - begun)
        said.add(looks(answer))
      }
    const apart = Math.abs(median(took.known) - median(took.unknown))
    none(`${what}: answers by which a known address can be told from an unknown one`, said.size - 1)
    const figure = `${what}: medians of ${tries} each are apart by`
    if (scale === 1) atMost(figure, furthestMs, apart, 'ms')
    else note(figure, `${apart.toFixed(2)} ms`) // of so few on a busy machine they say nothing
  }
}

/** How far somebody comes who guesses passwords. */
export async function tryLockOut(shop: OpenShop, clock: Clock, { scale, none, atMost }: Trying): Promise<void> {
  const wrong = { password: 'not this one' }
  const isLookedAt = ({ status }: { status: number }) => status !== 429
  const member = await createMember(shop)
  const { email } = member
  const known = await post(shop, 'login', { email, password }, '192.0.2.7')
  const device = /device=[^;]+/.exec(String(known.headers['set-cookie']))?.[0] ?? ''

  const atOnce = await Promise.all(Array.from({ length: 100 }, () => post(shop, 'login', { email, ...wrong })))
  atMost('wrong passwords of one account that are looked at, of 100 at once', 5, atOnce.filter(isLookedAt).length, '')

  const hours = Math.max(24 * scale, 1)
  const end = +clock.now() + hours * hourMs
  let guesses = 0
  let rightWhileLocked = 0
  let ownerKeptOut = 0
  while (+clock.now() < end) {
    const answer = await post(shop, 'login', { email, ...wrong })
    if (isLookedAt(answer)) guesses += 1
    else {
      if (isLookedAt(await post(shop, 'login', { email, password }))) rightWhileLocked += 1
      const owner = await post(shop, 'login', { email, password }, '192.0.2.7', { cookie: device })
      if (owner.status !== 200) ownerKeptOut += 1
      clock.move(Math.max(answer.retryAfterMs, 1_000))
    }
  }
  atMost(`passwords of one account that one address can try in ${hours} hours`, 25 + 20 * hours, guesses, '')
  none('right passwords that were let in while it had to wait', rightWhileLocked)
  none('times that kept the owner out on a device they know', ownerKeptOut)

  clock.move(hourMs)
  const many = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      post(shop, 'login', { email: `nobody${n}@shop.test`, ...wrong }, '192.0.2.9'),
    ),
  )
  atMost('accounts that one address can try in a minute, of 100 at once', 30, many.filter(isLookedAt).length, '')
}
