import type { Selectable } from 'kysely'
import { isAppCode, normaliseCode, recoveryCodeCount, type SecondFactor } from '#domain/users/two-factor.ts'
import type { Db, Tx } from '../../db/connection.ts'
import type { Tables } from '../../db/tables.ts'
import { hashToken } from '../../http/sessions.ts'
import { readableCode } from '../readable-password.ts'
import { stepOf } from './totp.ts'

type Factor = Selectable<Tables['second_factor']>

/** The second factor as its user sees it; one that was never confirmed does not count. */
export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactor> {
  const factor = await db
    .selectFrom('second_factor')
    .select('confirmed_at')
    .select(({ selectFrom }) =>
      selectFrom('recovery_code')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('recovery_code.user_id', '=', 'second_factor.user_id')
        .where('used_at', 'is', null)
        .as('codesLeft'),
    )
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return {
    isOn: factor !== undefined,
    since: factor?.confirmed_at?.toISOString() ?? null,
    codesLeft: Number(factor?.codesLeft ?? 0),
  }
}

/**
 * Locks the second factor: until the transaction ends nobody else can use a code of this user. Where both are locked, lock the
 * user's row first.
 */
export async function lockSecondFactor(tx: Tx, userId: string): Promise<Factor | undefined> {
  return await tx.selectFrom('second_factor').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()
}

/**
 * Uses up a code of an authenticator app, and all codes before it (RFC 6238, 5.2: no code is accepted twice).
 * @param factor locked
 * @returns false when the code is wrong, or was used before
 */
export async function spendAppCode(tx: Tx, factor: Factor, typed: string, now: Date): Promise<boolean> {
  const code = normaliseCode(typed)
  const step = isAppCode(code) ? stepOf(factor.secret, code, now) : undefined
  if (step === undefined || step <= factor.last_step) return false
  await tx.updateTable('second_factor').set({ last_step: step }).where('user_id', '=', factor.user_id).execute()
  return true
}

/** Uses up a recovery code. The parameters and the result are those of `spendAppCode`. */
async function spendRecoveryCode(tx: Tx, factor: Factor, typed: string, now: Date): Promise<boolean> {
  const code = normaliseCode(typed)
  if (isAppCode(code)) return false
  const spent = await tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', factor.user_id)
    .where('hash', '=', hashToken(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return spent !== undefined
}

/** Uses up a code of either kind. */
export const spendCode = async (tx: Tx, factor: Factor, typed: string, now: Date): Promise<boolean> =>
  (await spendAppCode(tx, factor, typed, now)) || (await spendRecoveryCode(tx, factor, typed, now))

/**
 * Replaces the recovery codes of a user.
 * @returns the codes; only their hashes are stored, and with 124 random bits each a fast hash is enough
 */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, readableCode)
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map(code => ({ user_id: userId, hash: hashToken(normaliseCode(code)) })))
    .execute()
  return codes
}

/** Deletes a second factor and its recovery codes. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor').where('user_id', '=', userId).execute()
}
