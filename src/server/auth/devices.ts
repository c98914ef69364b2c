import type { FastifyReply } from 'fastify'
import type { Tx } from '../db/connection.ts'
import { hashToken, makeRoom, newToken } from '../http/sessions.ts'

const livesForMs = 365 * 24 * 60 * 60_000

/** A device that a user signed in with before this time is no longer known. */
export const oldestDevice = (now: Date): Date => new Date(+now - livesForMs)

/**
 * Remembers this browser as a known device of the user, replacing the oldest of 20. Password guesses from other browsers
 * cannot lock a known device out.
 */
export async function rememberDevice(tx: Tx, userId: string, now: Date): Promise<string> {
  await tx.deleteFrom('device').where('user_id', '=', userId).where('created_at', '<=', oldestDevice(now)).execute()
  await makeRoom(tx, 'device', userId)
  const token = newToken()
  await tx
    .insertInto('device')
    .values({ token_hash: hashToken(token), user_id: userId, created_at: now })
    .execute()
  return token
}

const path = '/api/auth'

/** Clears the device cookie. */
export const forgetDevice = (reply: FastifyReply): void => void reply.clearCookie('device', { path })

/** Sets the cookie with the token of `rememberDevice`, after its transaction has committed. */
export function giveDevice(reply: FastifyReply, token: string, origin: string): void {
  const secure = origin.startsWith('https:')
  reply.setCookie('device', token, {
    path,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: livesForMs / 1000,
  })
}
