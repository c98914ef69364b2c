import { isIPv6 } from 'node:net'
import type { Clock } from '../providers/clock.ts'
import { ShopError } from './errors.ts'

/** How often one visitor may do something. */
export interface Limit {
  times: number
  perMs: number
}

export interface Limits {
  checkout: Limit
  /** Payment pages that one visitor may have open; one more closes the oldest. */
  openCheckouts: number
  register: Limit
  /** Failed ones in a row, per account and address; see `failureLimiter`. */
  login: Limit
  /** Failed ones, per address. */
  loginsOfAddress: Limit
  /** Asking for a link to a new password, per address; a letter box has a limit of its own. */
  passwordReset: Limit
  /** Right ones, per account. */
  rightLogins: Limit
  review: Limit
  /** Messages to the shop. */
  contact: Limit
  upload: Limit
  /** Pictures of oneself, per account. */
  profilePictures: Limit
  search: Limit
  /** Searches in vain that are written down. */
  emptySearch: Limit
}

/** All limits of the shop. */
export const shopLimits: Limits = {
  checkout: { times: 10, perMs: 60_000 },
  openCheckouts: 3,
  register: { times: 10, perMs: 60 * 60_000 },
  login: { times: 5, perMs: 60_000 },
  loginsOfAddress: { times: 30, perMs: 60_000 },
  rightLogins: { times: 30, perMs: 60_000 },
  passwordReset: { times: 5, perMs: 60 * 60_000 },
  review: { times: 5, perMs: 60_000 },
  contact: { times: 5, perMs: 60 * 60_000 },
  upload: { times: 30, perMs: 60_000 },
  profilePictures: { times: 20, perMs: 24 * 60 * 60_000 },
  search: { times: 300, perMs: 60_000 },
  emptySearch: { times: 30, perMs: 60 * 60_000 },
}

/**
 * Counts in this process what each visitor does, over a sliding window.
 * @returns what is called with a visitor before the deed; it throws ShopError 429 with the seconds to wait, and answers what
 * makes the deed not count after all
 */
export function limiter({ times, perMs }: Limit, clock: Clock): (visitor: string) => () => void {
  const deeds = new Map<string, { at: number }[]>()
  let sweepAt = 0

  return visitor => {
    const now = +clock.now()
    const isRecent = ({ at }: { at: number }) => at > now - perMs
    if (now >= sweepAt) {
      for (const [each, done] of deeds) if (!done.some(isRecent)) deeds.delete(each)
      sweepAt = now + perMs
    }
    const recent = (deeds.get(visitor) ?? []).filter(isRecent)
    const oldest = recent[0]?.at ?? now
    if (recent.length >= times) throw tooMany(Math.ceil((oldest + perMs - now) / 1000))
    const deed = { at: now }
    deeds.set(visitor, [...recent, deed])
    return () => void deeds.set(visitor, deeds.get(visitor)?.filter(each => each !== deed) ?? [])
  }
}

/** A guess that counts as wrong until it proves right. */
export interface Guess {
  /** It was right: all earlier ones are forgotten. */
  wasRight(): void
  /** Nobody looked at it. */
  takeBack(): void
}

const longestWaitMs = 15 * 60_000

/**
 * Counts in this process who fails how often in a row. After `times` failures one has to wait `perMs`, after as many more
 * twice as long, and so on up to 15 minutes. Who fails no more for half an hour begins anew.
 * @returns what is called before each guess, so that a hundred at once are not a hundred guesses; it throws ShopError 429
 * with the seconds to wait
 */
export function failureLimiter({ times, perMs }: Limit, clock: Clock): (who: string) => Guess {
  const failures = new Map<string, { count: number; last: number }>()
  let sweepAt = 0

  return who => {
    const now = +clock.now()
    const isOver = ({ last }: { last: number }) => now >= last + 2 * longestWaitMs
    if (now >= sweepAt) {
      for (const [each, failed] of failures) if (isOver(failed)) failures.delete(each)
      sweepAt = now + longestWaitMs
    }
    const known = failures.get(who)
    const { count, last } = known && !isOver(known) ? known : { count: 0, last: now }
    const rounds = Math.floor(count / times)
    const waitMs = rounds > 0 && count % times === 0 ? Math.min(perMs * 2 ** (rounds - 1), longestWaitMs) : 0
    if (now < last + waitMs) throw tooMany(Math.ceil((last + waitMs - now) / 1000))
    failures.set(who, { count: count + 1, last: now })
    return {
      wasRight: () => void failures.delete(who),
      takeBack() {
        const failed = failures.get(who)
        if (failed) failures.set(who, { ...failed, count: Math.max(0, failed.count - 1) })
      },
    }
  }
}

function tooMany(seconds: number): ShopError {
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds > 120 ? `${minutes} minutes` : seconds === 1 ? '1 second' : `${seconds} seconds`
  return new ShopError(429, 'too_many', `That was too often. Please try again in ${wait}.`, seconds)
}

/** Whom a limit counts: the account that is signed in, else the address; for IPv6 its network, of which one household has plenty. */
export function visitorOf({ ip }: { ip: string }, caller?: { id: string }): string {
  if (caller) return caller.id
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
