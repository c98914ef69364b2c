import type { FastifyRequest } from 'fastify'
import { validate } from 'uuid'
import { unknownBrowser, unknownSystem } from '#domain/users/device.ts'
import type { OwnSession } from '#domain/users/own-session.ts'
import { isSessionOf } from '../http/sessions.ts'
import { notFound } from '../lib/errors.ts'
import type { Accounts } from '../users/accounts.ts'

type Parts = Pick<Accounts, 'db' | 'clock'>

/** The sessions of a user: first the one of this request, then the most recently used. */
export async function findOwnSessions(
  { db, clock }: Parts,
  userId: string,
  request: FastifyRequest,
): Promise<OwnSession[]> {
  const now = clock.now()
  const rows = await db
    .selectFrom('session')
    .select(['id', 'created_at', 'seen_at', 'browser', 'system', isSessionOf(request, now).as('isThis')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('isThis', 'desc')
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id, created_at, seen_at, browser, system, isThis }) => ({
    _id: id,
    startedAt: created_at.toISOString(),
    lastSeenAt: seen_at.toISOString(),
    browser: browser ?? unknownBrowser,
    system: system ?? unknownSystem,
    isThis: Boolean(isThis),
  }))
}

/**
 * Ends one session of a user: its next request is refused. ShopError 404 for another user's session, the same as for an
 * unknown one.
 */
export async function endOwnSession({ db }: Parts, userId: string, id: string): Promise<void> {
  const ended = validate(id)
    ? await db
        .deleteFrom('session')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
    : undefined
  if (!ended) throw notFound('Session')
}

/**
 * Ends all sessions of a user except the one of this request.
 * @returns how many were ended
 */
export async function endOtherSessions({ db, clock }: Parts, userId: string, request: FastifyRequest): Promise<number> {
  const ended = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where(({ not }) => not(isSessionOf(request, clock.now())))
    .returning('expires_at')
    .execute()
  return ended.filter(({ expires_at }) => expires_at > clock.now()).length
}
