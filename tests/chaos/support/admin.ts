import { setTimeout as sleep } from 'node:timers/promises'
import type { Proof } from '#domain/integrity.ts'
import { hashToken, newToken } from '#server/http/sessions.ts'
import { one, query } from './shop-in-hand.ts'
import { visit } from './shoppers.ts'

const maxCheckMs = 120_000

/** The headers of a signed-in user. */
export async function signIn(userId: string): Promise<{ cookie: string }> {
  const token = newToken()
  await query(
    `insert into session (token_hash, bearer_hash, user_id, created_at, seen_at, expires_at)
     values ($1, $2, $3, now(), now(), now() + interval '1 day')`,
    [hashToken(token), hashToken(newToken()), userId],
  )
  return { cookie: `token=${token}` }
}

/** The headers of the oldest admin. */
export const signInAdmin = async () =>
  signIn(
    await one<string>(`select id from "user" where role = 'admin' and deleted_at is null order by created_at limit 1`),
  )

/**
 * Runs the checks of the Proof page, and prints the rules that fail.
 * @returns how many rules fail or could not be checked
 */
export async function countBrokenRules(): Promise<number> {
  const admin = await signInAdmin()
  const begun = await visit('check', '/api/proof/checks', { method: 'POST', headers: admin })
  if (begun.status !== 202) throw new Error(`The check did not begin: ${begun.body}`)
  for (const end = Date.now() + maxCheckMs; Date.now() < end; await sleep(100)) {
    const { isChecking, check }: Proof = JSON.parse((await visit('proof', '/api/proof', { headers: admin })).body).data
    if (isChecking) continue
    if (check.failed || !check.rules?.length) throw new Error(`The check failed: ${check.failed?.why}`)
    const broken = check.rules.filter(({ broken, unknown }) => broken > 0 || unknown)
    for (const { sentence, breaks, unknown } of broken) console.error(sentence, unknown ?? '', breaks.slice(0, 5))
    return broken.length
  }
  throw new Error('The check did not end')
}
