import { type SqlBool, sql } from 'kysely'
import { validate } from 'uuid'
import type { SignedIn } from './sessions.ts'

/**
 * Whom a route for `self or admin` is asked about, as an id or an e-mail. Oneself is known by the session's id alone, so
 * that no way of writing an address can lead to somebody else.
 */
export function askedUser({ id, email }: SignedIn, named: string): string {
  return named.toLowerCase() === email.toLowerCase() ? id : named
}

/** Holds for the row of `user` that has this id or, in whatever case, this e-mail. */
export const isUser = (idOrEmail: string) =>
  validate(idOrEmail) ? sql<SqlBool>`"user".id = ${idOrEmail}` : sql<SqlBool>`lower("user".email) = lower(${idOrEmail})`
