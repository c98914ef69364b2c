import { type SqlBool, sql } from 'kysely'
import { validate } from 'uuid'
import type { SignedIn } from './sessions.ts'

/**
 * The user that a route for `self or admin` is about, as an id or an e-mail. The caller's own user is identified by the
 * session's id alone, so that no spelling of an e-mail can lead to another user.
 */
export function askedUser({ id, email }: SignedIn, named: string): string {
  return named.toLowerCase() === email.toLowerCase() ? id : named
}

/** True for the row of `user` with this id or, ignoring case, this e-mail. */
export const isUser = (idOrEmail: string) =>
  validate(idOrEmail) ? sql<SqlBool>`"user".id = ${idOrEmail}` : sql<SqlBool>`lower("user".email) = lower(${idOrEmail})`
