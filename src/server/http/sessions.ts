import { createHash, randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { deviceOf } from '#domain/users/device.ts'
import type { Role } from '#domain/users/user.ts'
import type { Db, Tx } from '../db/connection.ts'
import { unlessFull } from '../db/ignore-disk-full.ts'
import type { Clock } from '../lib/clock.ts'

/** The user of a request, as the database has them at this moment. */
export interface SignedIn {
  id: string
  username: string
  email: string
  role: Role
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of this request, once `Sessions.find` has found them; see `callerOf`. */
    caller?: SignedIn
  }
}

/** The two tokens of a new session. */
export interface NewSession {
  /** For the cookie `token`. */
  token: string
  /** For `Authorization: Bearer`. */
  bearer: string
}

export interface Sessions {
  /**
   * Finds the user of this request, undefined for a stranger. It queries the database only when the request has a token, and
   * remembers a found user for the rest of the request.
   */
  find(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined>
  /**
   * Starts a session that lasts 30 days from its last use, and 90 days at most, and replaces the oldest of 20. `giveCookie`
   * sets its cookie after the transaction has committed. Only the names of browser and system in `userAgent` are stored.
   */
  start(db: Db | Tx, userId: string, userAgent?: string): Promise<NewSession>
  giveCookie(reply: FastifyReply, { token }: NewSession): void
  /** Renews the token of each session of a user at its next request, because the user's rights have changed. */
  renewAll(tx: Tx, userId: string): Promise<void>
  /** Ends the session of the request, valid or not, and clears its cookie. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

const dayMs = 24 * 60 * 60_000
const livesForMs = 30 * dayMs
/** Counted from its start, however much it is used. */
const endsAfterMs = 90 * dayMs
/** Updates the last use and the end of a session at most this often, so that reads cause few writes. */
const slidesEveryMs = 15 * 60_000
/** Concurrent requests may still send the old token when a session is renewed. */
const oldTokenLivesForMs = 60_000

/** 256 random bits as text. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** The stored form of a token. A token has more randomness than anybody can guess, so a fast hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The maximum of sessions, and of known devices, for one user. */
const max = 20

/** Deletes the oldest sessions or devices of a user, so that one more makes 20 at most. */
export async function makeRoom(db: Db | Tx, table: 'session' | 'device', userId: string): Promise<void> {
  const newest = db
    .selectFrom(table)
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(max - 1)
  await db.deleteFrom(table).where('user_id', '=', userId).where('token_hash', 'not in', newest).execute()
}

/** Sessions in the database: random tokens, of which only the hashes are stored. */
export async function openSessions(
  app: FastifyInstance,
  { db, clock, origin }: { db: Db; clock: Clock; origin: string },
): Promise<Sessions> {
  await app.register(cookie)
  app.decorateRequest('caller', undefined)
  // Otherwise a proxy could give the cookie of one visitor to others.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.hasHeader('Set-Cookie')) reply.header('Cache-Control', 'no-store')
    done()
  })
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: origin.startsWith('https:') } as const
  const giveCookie = (reply: FastifyReply, { token }: Pick<NewSession, 'token'>) =>
    void reply.setCookie('token', token, { ...options, maxAge: livesForMs / 1000 })

  async function look(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined> {
    reply.header('Cache-Control', 'no-store') // the response depends on the user
    const [sent] = tokensOf(request)
    if (!sent) return undefined
    const now = clock.now()
    const hash = hashToken(sent.token)
    const found = await db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select(['user.id', 'username', 'email', 'role', 'session.token_hash', 'must_renew'])
      .select(['seen_at', 'session.created_at as began_at'])
      .where(isSession(sent.column, hash, now))
      .where('expires_at', '>', now)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!found) return undefined
    const { seen_at, began_at, token_hash, must_renew, ...user } = found
    if (sent.column === 'token_hash' && !hash.equals(token_hash)) return user // the old token of a renewed session
    if (must_renew) await renew(token_hash, reply, now)
    else if (+now - +seen_at > slidesEveryMs) {
      const slide = db
        .updateTable('session')
        .set({ seen_at: now, expires_at: new Date(Math.min(+now + livesForMs, +began_at + endsAfterMs)) })
        .where('token_hash', '=', token_hash)
      await unlessFull(slide.execute())
      if (sent.column === 'token_hash') giveCookie(reply, sent)
    }
    return user
  }

  /** When several requests arrive at once, one gets the new token. */
  async function renew(oldHash: Buffer, reply: FastifyReply, now: Date): Promise<void> {
    const token = newToken()
    const renewed = await db
      .updateTable('session')
      .set({ token_hash: hashToken(token), old_token_hash: oldHash, renewed_at: now, must_renew: false })
      .where('token_hash', '=', oldHash)
      .where('must_renew', '=', true)
      .returning('user_id')
      .executeTakeFirst()
    if (renewed) giveCookie(reply, { token })
  }

  return {
    async find(request, reply) {
      request.caller ??= await look(request, reply)
      return request.caller
    },

    async start(db, userId, userAgent) {
      const session = { token: newToken(), bearer: newToken() }
      const now = clock.now()
      await db.deleteFrom('session').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
      await makeRoom(db, 'session', userId)
      await db
        .insertInto('session')
        .values({
          token_hash: hashToken(session.token),
          bearer_hash: hashToken(session.bearer),
          user_id: userId,
          created_at: now,
          seen_at: now,
          expires_at: new Date(+now + livesForMs),
          ...deviceOf(userAgent),
        })
        .execute()
      return session
    },

    giveCookie,

    renewAll: renewAllSessions,

    async end(request, reply) {
      for (const { column, token } of tokensOf(request))
        await db
          .deleteFrom('session')
          .where(isSession(column, hashToken(token), clock.now()))
          .execute()
      reply.header('Cache-Control', 'no-store').clearCookie('token', options)
    },
  }
}

const isSession = (column: 'token_hash' | 'bearer_hash', hash: Buffer, now: Date) => {
  if (column === 'bearer_hash') return sql<SqlBool>`bearer_hash = ${hash}`
  return sql<SqlBool>`
    (session.token_hash = ${hash} or (old_token_hash = ${hash} and renewed_at > ${new Date(+now - oldTokenLivesForMs)}))`
}

/** True for the row of `session` that a request belongs to. */
export function isSessionOf(request: FastifyRequest, now: Date): RawBuilder<SqlBool> {
  const [sent] = tokensOf(request)
  return sent
    ? sql<SqlBool>`coalesce(${isSession(sent.column, hashToken(sent.token), now)}, false)`
    : sql<SqlBool>`false`
}

const bearer = /^Bearer ([\w-]{1,128})$/i

/** The token of a request: the cookie's, or without a cookie the header's. */
function tokensOf({ cookies, headers }: FastifyRequest): { column: 'token_hash' | 'bearer_hash'; token: string }[] {
  const tokens = { token_hash: cookies.token, bearer_hash: bearer.exec(headers.authorization ?? '')?.[1] }
  return (['token_hash', 'bearer_hash'] as const).flatMap(column => {
    const token = tokens[column]
    return token ? [{ column, token }] : []
  })
}

/** The stored form of a request's token, to be looked up together with those of others. */
export interface SessionToken {
  column: 'token_hash' | 'bearer_hash'
  /** In hexadecimal digits. */
  hash: string
}

export function sessionTokenOf(request: FastifyRequest): SessionToken | undefined {
  const [sent] = tokensOf(request)
  return sent && { column: sent.column, hash: hashToken(sent.token).toString('hex') }
}

/** The ids of the accounts that these tokens belong to now, by hash, in one statement for all. */
export async function findAccounts(db: Db, tokens: SessionToken[], now: Date): Promise<Map<string, string>> {
  if (tokens.length === 0) return new Map()
  const hashesOf = (column: SessionToken['column']) =>
    tokens.filter(token => token.column === column).map(({ hash }) => Buffer.from(hash, 'hex'))
  const { rows } = await sql<{ hash: string; id: string }>`
    select encode(hash, 'hex') as hash, "user".id
    from (
      select token_hash as hash, user_id, expires_at from session where token_hash = any (${hashesOf('token_hash')})
      union all
      select old_token_hash, user_id, expires_at from session
      where old_token_hash = any (${hashesOf('token_hash')}) and renewed_at > ${new Date(+now - oldTokenLivesForMs)}
      union all
      select bearer_hash, user_id, expires_at from session where bearer_hash = any (${hashesOf('bearer_hash')})
    ) session join "user" on "user".id = session.user_id
    where expires_at > ${now} and deleted_at is null`.execute(db)
  return new Map(rows.map(({ hash, id }) => [hash, id]))
}

/** Renews the token of each session of a user at its next request, and ends their bearer tokens. */
export async function renewAllSessions(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ must_renew: true, bearer_hash: sql`uuid_send(gen_random_uuid())` }) // no token has this hash
    .where('user_id', '=', userId)
    .execute()
}
