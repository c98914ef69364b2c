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
  /** Failed ones, per account and address. */
  login: Limit
  /** Failed ones, per address. */
  loginsOfAddress: Limit
  /** Letters with a new password, per address and per account. */
  passwordReset: Limit
  review: Limit
  upload: Limit
}

/** All limits of the shop. */
export const shopLimits: Limits = {
  checkout: { times: 10, perMs: 60_000 },
  openCheckouts: 3,
  register: { times: 10, perMs: 60 * 60_000 },
  login: { times: 5, perMs: 60_000 },
  loginsOfAddress: { times: 30, perMs: 60_000 },
  passwordReset: { times: 5, perMs: 60 * 60_000 },
  review: { times: 5, perMs: 60_000 },
  upload: { times: 30, perMs: 60_000 },
}

/**
 * Counts in this process what each visitor does, over a sliding window.
 * @returns what is called with a visitor before the deed; it throws ShopError 429 with the seconds to wait
 */
export function limiter({ times, perMs }: Limit, clock: Clock): (visitor: string) => void {
  const deeds = new Map<string, number[]>()
  let sweepAt = 0

  return visitor => {
    const now = +clock.now()
    const isRecent = (time: number) => time > now - perMs
    if (now >= sweepAt) {
      for (const [each, done] of deeds) if (!done.some(isRecent)) deeds.delete(each)
      sweepAt = now + perMs
    }
    const recent = (deeds.get(visitor) ?? []).filter(isRecent)
    const [oldest = now] = recent
    if (recent.length >= times) throw tooMany(Math.ceil((oldest + perMs - now) / 1000))
    deeds.set(visitor, [...recent, now])
  }
}

function tooMany(seconds: number): ShopError {
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`
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
