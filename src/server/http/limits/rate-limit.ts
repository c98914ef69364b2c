import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { Clock } from '../../lib/clock.ts'
import { ShopError, tooMany } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { runEvery } from '../../lib/run-every.ts'
import { type CheckoutBounds, defaultCheckoutBounds } from './checkout-bounds.ts'

/** How often a visitor may do something. */
export interface Limit {
  times: number
  perMs: number
}

export interface Limits {
  /** Per visitor: an account, or the browser that holds the cookie. */
  checkout: Limit
  /** The open payment pages of one visitor; one more closes the oldest. */
  openCheckouts: number
  checkoutsPerAddress: CheckoutBounds
  /** Discount codes that cannot be used, per account or address. */
  discountCode: Limit
  returns: Limit
  register: Limit
  /** Failures in a row, per account and address; see `failureLimiter`. */
  login: Limit
  /** Failures, per address. */
  loginsOfAddress: Limit
  /** Wrong second-factor codes in a row, per account; see `failureLimiter`. */
  code: Limit
  /** Exports of the own data, per account. */
  ownData: Limit
  /** Requests for a password link, per address; a mailbox has its own limit. */
  passwordReset: Limit
  /** Successful logins, per account. */
  rightLogins: Limit
  review: Limit
  /** Messages to the shop. */
  contact: Limit
  upload: Limit
  /** Profile pictures, per account. */
  profilePictures: Limit
  search: Limit
  /** Stored searches without a result. */
  emptySearch: Limit
  /** Choices of a sold-out size that are looked up, to be noted as lost demand. */
  wanted: Limit
  /** Requests to be told when a size is back; a mailbox has its own limit. */
  alert: Limit
  /** Invitations sent, per admin; a mailbox has its own limit. */
  invitation: Limit
  invitationMail: Limit
  /** Answers to messages, per account. */
  messageAnswer: Limit
  /** Tries of each service that the shop uses, per admin. */
  serviceTry: Limit
  /** Withdrawals from a contract, per account or address; a mailbox has its own limit. */
  withdrawal: Limit
  /** Withdrawals of all visitors together. */
  withdrawals: Limit
}

/** All limits of the shop. */
export const shopLimits: Limits = {
  checkout: { times: 10, perMs: 60_000 },
  openCheckouts: 3,
  checkoutsPerAddress: defaultCheckoutBounds,
  discountCode: { times: 20, perMs: 60_000 },
  returns: { times: 20, perMs: 60 * 60_000 },
  register: { times: 10, perMs: 60 * 60_000 },
  login: { times: 5, perMs: 60_000 },
  loginsOfAddress: { times: 30, perMs: 60_000 },
  rightLogins: { times: 30, perMs: 60_000 },
  code: { times: 5, perMs: 60_000 },
  ownData: { times: 5, perMs: 60 * 60_000 },
  passwordReset: { times: 5, perMs: 60 * 60_000 },
  review: { times: 5, perMs: 60_000 },
  contact: { times: 5, perMs: 60 * 60_000 },
  upload: { times: 30, perMs: 60_000 },
  profilePictures: { times: 20, perMs: 24 * 60 * 60_000 },
  search: { times: 300, perMs: 60_000 },
  emptySearch: { times: 30, perMs: 60 * 60_000 },
  wanted: { times: 60, perMs: 60 * 60_000 },
  alert: { times: 20, perMs: 60 * 60_000 },
  invitation: { times: 20, perMs: 60 * 60_000 },
  invitationMail: { times: 3, perMs: 60 * 60_000 },
  messageAnswer: { times: 60, perMs: 60 * 60_000 },
  serviceTry: { times: 5, perMs: 60_000 },
  withdrawal: { times: 20, perMs: 60 * 60_000 },
  withdrawals: { times: 300, perMs: 60 * 60_000 },
}

/** The limits are counted in the database, so they are exact across processes and machines. */
interface Parts {
  db: Db
  clock: Clock
  limits: Limits
}

type What = Exclude<keyof Limits, 'openCheckouts' | 'checkoutsPerAddress'>

interface Counted {
  allowed: boolean
  freeAt: Date
}

async function allow(counting: RawBuilder<Counted>, db: Db, now: Date): Promise<void> {
  const { rows } = await counting.execute(db)
  for (const { allowed, freeAt } of rows) if (!allowed) throw tooMany(Math.ceil((+freeAt - +now) / 1000))
}

/** A hash, so that no name or address is stored. */
const keyOf = (what: What, who: string) => createHash('sha256').update(`${what} ${who}`).digest()

/**
 * Limits what each visitor does, over a sliding window.
 * @returns a function to call with a visitor before the action. It throws ShopError 429 with the seconds to wait, and returns
 * a function that takes the count back
 */
export function limiter(what: What, { db, clock, limits }: Parts): (visitor: string) => Promise<() => Promise<void>> {
  const { times, perMs } = limits[what]

  return async visitor => {
    const key = keyOf(what, visitor)
    const now = clock.now()
    const since = new Date(+now - perMs)
    const counted = sql<Counted>`
      insert into rate_limit as known (key, times, allowed, forget_at)
      values (${key}, array[${now}::timestamptz], true, ${new Date(+now + perMs)})
      on conflict (key) do update set (times, allowed, forget_at) = (
        select case when count(*) < ${times} then array_append(array_agg(at order by at), ${now}) else array_agg(at order by at) end,
          count(*) < ${times}, greatest(known.forget_at, excluded.forget_at)
        from unnest(known.times) at where at > ${since}
      )
      returning allowed, times[1] + ${perMs} * interval '1 millisecond' as "freeAt"`
    await allow(counted, db, now)
    let counts = true
    return async () => {
      if (counts) await uncount(db, key, now)
      counts = false
    }
  }
}

/** Whether the visitor is within a rate limit. */
export async function isWithinLimit(limit: (visitor: string) => Promise<unknown>, visitor: string): Promise<boolean> {
  try {
    await limit(visitor)
    return true
  } catch (error) {
    if (error instanceof ShopError) return false
    throw error
  }
}

async function uncount(db: Db, key: Buffer, at: Date): Promise<void> {
  await sql`
    update rate_limit set times = times[:array_position(times, ${at}) - 1] || times[array_position(times, ${at}) + 1:]
    where key = ${key} and ${at} = any(times)`.execute(db)
}

/** A guess that counts as wrong until it proves right. */
export interface Guess {
  /** The guess was right: all earlier failures are cleared. */
  wasRight(): Promise<void>
  /** The guess was not checked. */
  takeBack(): Promise<void>
}

const maxWaitMs = 15 * 60_000

/**
 * Limits failures in a row. After `times` failures the visitor has to wait `perMs`, after as many more twice as long, and so
 * on up to 15 minutes. After half an hour without a failure the count starts again.
 * @returns a function to call before each guess, so that a hundred at once are not a hundred guesses. It throws ShopError 429
 * with the seconds to wait
 */
export function failureLimiter(what: What, { db, clock, limits }: Parts): (who: string) => Promise<Guess> {
  const { times, perMs } = limits[what]

  return async who => {
    const key = keyOf(what, who)
    const now = clock.now()
    const forgetAt = new Date(+now + 2 * maxWaitMs)
    const guess = sql<Counted>`
      insert into failed_guess as known (key, count, last, allowed, free_at, forget_at)
      values (${key}, 1, ${now}, true, ${now}, ${forgetAt})
      on conflict (key) do update set (count, last, allowed, free_at, forget_at) = (
        select n + free::int, case when free then ${now} else known.last end, free, may_at,
          case when free then ${forgetAt} else known.forget_at end
        from (select case when known.forget_at <= ${now} then 0 else known.count end as n) counted,
          lateral (select case when n > 0 and n % ${times} = 0
            then least(${maxWaitMs}, ${perMs} * 2 ^ least(n / ${times} - 1, 30)) else 0 end as wait_ms) pause,
          lateral (select known.last + wait_ms * interval '1 millisecond' as may_at) next,
          lateral (select wait_ms = 0 or may_at <= ${now} as free) judged
      )
      returning allowed, free_at as "freeAt"`
    await allow(guess, db, now)
    return {
      async wasRight() {
        await sql`delete from failed_guess where key = ${key}`.execute(db)
      },
      async takeBack() {
        await sql`update failed_guess set count = greatest(0, count - 1) where key = ${key}`.execute(db)
      },
    }
  }
}
const forgetEveryMs = 60_000

/**
 * Deletes expired counts every minute for as long as the shop runs.
 * @returns a handle whose `close` stops it after the current run
 */
export function startForgettingLimits(
  parts: Omit<Parts, 'limits'>,
  log: Pick<Log, 'warn'>,
): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: forgetEveryMs,
      runsAtStart: false,
      run: () => forgetLimits(parts),
      messageFor: () => 'old limits could not be forgotten, the shop will try again',
    },
    log,
  )
}

export async function forgetLimits({ db, clock }: Omit<Parts, 'limits'>): Promise<void> {
  for (const table of ['rate_limit', 'failed_guess', 'checkout_rate'])
    await sql`
      delete from ${sql.table(table)}
      where key in (select key from ${sql.table(table)} where forget_at <= ${clock.now()} for update skip locked)`.execute(
      db,
    )
}

/** The visitor that a limit counts: the signed-in account, or else the address. */
export const visitorOf = (request: { ip: string }, caller?: { id: string }): string =>
  caller?.id ?? addressNetwork(request)

/** The address of a request; for IPv6 its network, because one household has many addresses. */
export function addressNetwork({ ip }: { ip: string }): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+(\.\d+){3})$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = ip.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...after]
  return `${all
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
