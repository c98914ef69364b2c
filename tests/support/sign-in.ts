import type { Db } from '#server/db/connection.ts'
import { hashToken, newToken } from '#server/http/sessions.ts'

const dayMs = 24 * 60 * 60_000

/** Creates a session for this user, and returns the headers that a browser sends with it. */
export async function signIn(db: Db, { id }: { id: string }): Promise<{ cookie: string }> {
  const token = newToken()
  const now = new Date()
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      bearer_hash: hashToken(newToken()),
      user_id: id,
      created_at: now,
      seen_at: now,
      expires_at: new Date(+now + dayMs),
    })
    .execute()
  return { cookie: `token=${token}` }
}
