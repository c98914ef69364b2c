import type { OpenShop } from '../support/shop-in-process.ts'
import type { TrialContext } from '../support/trial.ts'
import { createGuarded, password, post } from './login.ts'

interface Clock {
  now(): Date
  move(ms: number): void
}

const hourMs = 60 * 60_000

/**
 * How far an attacker with the password of an account with a second factor gets by guessing codes from many addresses.
 */
export async function tryCodes(
  shop: OpenShop,
  clock: Clock,
  { scale, none, atMost, note }: TrialContext,
): Promise<void> {
  const { email } = await createGuarded(shop)
  const hours = 24 * scale
  const end = +clock.now() + hours * hourMs
  const statuses = new Map<number, number>()
  let guesses = 0
  for (let n = 0; +clock.now() < end; n++) {
    const code = String(n % 1_000_000).padStart(6, '0')
    const { status, retryAfterMs } = await post(shop, 'login', { email, password, code }, `198.51.100.${n % 250}`)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 429) clock.move(retryAfterMs)
    else guesses += 1
  }
  note(
    'answers to codes that were guessed with the right password',
    [...statuses].map(each => each.join(': ')).join(', '),
  )
  atMost(`codes of one account that can be tried in ${hours} hours, from 250 addresses`, 25 + 20 * hours, guesses, '')
  none('of these, let in', statuses.get(200) ?? 0)
}
