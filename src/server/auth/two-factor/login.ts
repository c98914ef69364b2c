import type { Tx } from '../../db/connection.ts'
import type { Guess } from '../../http/limits/rate-limit.ts'
import { ShopError } from '../../lib/errors.ts'
import { lockSecondFactor, spendCode } from './queries.ts'

export const wrongCode = (statusCode: 400 | 401) =>
  new ShopError(
    statusCode,
    'code_wrong',
    'This code is not right, or it was used before. An app shows a new one every 30 seconds.',
  )

/** Runs work that checks a guess. Any error but a wrong code says nothing about the guess, so the guess is not counted. */
export async function withGuess<Result>(guess: Guess | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work()
    await guess?.wasRight()
    return result
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'code_wrong')) await guess?.takeBack()
    throw error
  }
}

/**
 * Accepts a login that needs no code, or that has a right one, which is then used up.
 * @param tx in which the user's row is locked
 * @throws ShopError 401 `code_needed` or `code_wrong`
 */
export async function passSecondFactor(tx: Tx, userId: string, code: string, now: Date): Promise<void> {
  const factor = await lockSecondFactor(tx, userId)
  if (!factor?.confirmed_at) return
  if (code === '')
    throw new ShopError(401, 'code_needed', 'This account needs a code from its authenticator app, or a recovery code.')
  if (!(await spendCode(tx, factor, code, now))) throw wrongCode(401)
}
