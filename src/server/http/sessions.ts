import { createHash, randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '#domain/user.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { Clock } from '../providers/clock.ts'

/** Whoever sent a request, as the database knows them at this moment. */
export interface SignedIn {
  id: string
  username: string
  email: string
  role: Role
}

/** The two keys of a new session. */
export interface NewSession {
  /** For the cookie `token`. */
  token: string
  /** For `Authorization: Bearer`. */
  bearer: string
}

export interface Sessions {
  /** Who sends this request, undefined for a stranger. Asks the database once a request, and only when a token was sent. */
  find(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined>
  /** Begins a session for 30 days from its last use; `giveCookie` hands it over once the transaction is through. */
  start(db: Db | Tx, userId: string): Promise<NewSession>
  giveCookie(reply: FastifyReply, { token }: NewSession): void
  /** Ends the session that the request came with, alive or not, and takes its cookie back. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Ends all sessions of a user, who must log in again. */
  endAll(db: Db | Tx, userId: string): Promise<void>
}

const dayMs = 24 * 60 * 60_000
const livesForMs = 30 * dayMs
/** A session's end moves on at most this often, so that reading costs no writing. */
const slidesEveryMs = 60 * 60_000

/** 256 random bits as text. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** What is kept of a token. It has more randomness than any guess, so a fast hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Sessions in the database: opaque tokens of which only the hashes are kept. */
export async function openSessions(
  app: FastifyInstance,
  { db, clock, origin }: { db: Db; clock: Clock; origin: string },
): Promise<Sessions> {
  await app.register(cookie)
  const known = new WeakMap<FastifyRequest, Promise<SignedIn | undefined>>()
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: origin.startsWith('https:') } as const
  const giveCookie = (reply: FastifyReply, { token }: Pick<NewSession, 'token'>) =>
    void reply.setCookie('token', token, { ...options, maxAge: livesForMs / 1000 })

  async function look(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined> {
    reply.header('Cache-Control', 'no-store') // the answer depends on who asks
    const sent = tokenOf(request)
    if (!sent) return undefined
    const now = clock.now()
    const column = sent.in === 'cookie' ? 'token_hash' : 'bearer_hash'
    const found = await db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select(['user.id', 'username', 'email', 'role', 'seen_at', 'session.token_hash'])
      .where(`session.${column}`, '=', hashToken(sent.token))
      .where('expires_at', '>', now)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!found) return undefined
    const { seen_at, token_hash, ...user } = found
    if (+now - +seen_at > slidesEveryMs) {
      await db
        .updateTable('session')
        .set({ seen_at: now, expires_at: new Date(+now + livesForMs) })
        .where('token_hash', '=', token_hash)
        .execute()
      if (sent.in === 'cookie') giveCookie(reply, sent)
    }
    return user
  }

  return {
    find(request, reply) {
      const asked = known.get(request) ?? look(request, reply)
      known.set(request, asked)
      return asked
    },

    async start(db, userId) {
      const session = { token: newToken(), bearer: newToken() }
      const now = clock.now()
      await db
        .insertInto('session')
        .values({
          token_hash: hashToken(session.token),
          bearer_hash: hashToken(session.bearer),
          user_id: userId,
          created_at: now,
          seen_at: now,
          expires_at: new Date(+now + livesForMs),
        })
        .execute()
      return session
    },

    giveCookie,

    async end(request, reply) {
      const sent = tokenOf(request)
      if (sent) {
        const column = sent.in === 'cookie' ? 'token_hash' : 'bearer_hash'
        await db.deleteFrom('session').where(column, '=', hashToken(sent.token)).execute()
      }
      reply.header('Cache-Control', 'no-store').clearCookie('token', options)
    },

    async endAll(db, userId) {
      await db.deleteFrom('session').where('user_id', '=', userId).execute()
    },
  }
}

const bearer = /^Bearer ([\w-]{1,128})$/

function tokenOf({ cookies, headers }: FastifyRequest): { in: 'cookie' | 'header'; token: string } | undefined {
  if (cookies.token) return { in: 'cookie', token: cookies.token }
  const token = bearer.exec(headers.authorization ?? '')?.[1]
  return token ? { in: 'header', token } : undefined
}
