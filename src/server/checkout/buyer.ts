import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressNetwork } from '../http/limits/rate-limit.ts'
import { newToken } from '../http/sessions.ts'
import type { CheckoutContext } from './context.ts'

/** Who is buying, and what tells one checkout from another. */
export interface Buyer {
  /** The account that is signed in, whose order it will be; undefined for a guest. */
  account?: { id: string; email: string }
  /** The account's id, else the random text of the cookie `visitor`: never an address. */
  visitor: string
  /** The request brought no cookie: the visitor is made up for it. */
  isNewVisitor: boolean
  /** What the browser made for this cart, 1 to 255 characters. Without one, no two requests are ever one order. */
  idempotencyKey?: string
  /** A hash of the network that the request came from, for bounds against floods. */
  address: Buffer
  /** The other front end, listed in CORS_ORIGINS, that the shopper goes back to; undefined for the shop's own pages. */
  returnOrigin?: string
}

const cookieName = 'visitor'
const cookiePath = '/api/orders'
/** Longer than any payment page stays open. */
const cookieLivesForSeconds = 24 * 60 * 60
/** As `newToken` makes them. No account's id looks like this. */
const visitorPattern = /^[\w-]{43}$/

type BuyerRequest = Pick<FastifyRequest<{ Headers: { 'idempotency-key'?: string } }>, 'headers' | 'cookies' | 'ip'>

/** Reads who is buying from a request, whose account has been looked up already. */
export function readBuyer(request: BuyerRequest, account: Buyer['account'], corsOrigins: readonly string[]): Buyer {
  const { headers, cookies } = request
  const known = account?.id ?? cookies[cookieName]?.match(visitorPattern)?.[0]
  return {
    account,
    visitor: known ?? newToken(),
    isNewVisitor: known === undefined,
    idempotencyKey: headers['idempotency-key'],
    address: createHash('sha256')
      .update(`checkout ${addressNetwork(request)}`)
      .digest(),
    returnOrigin: corsOrigins.find(origin => origin === headers.origin),
  }
}

/** Gives a guest's browser the cookie by which its next checkout is known. */
export function giveVisitorCookie(
  reply: FastifyReply,
  visitor: string,
  { origin }: Pick<CheckoutContext, 'origin'>,
): void {
  const secure = origin.startsWith('https:')
  reply.setCookie(cookieName, visitor, {
    path: cookiePath,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: cookieLivesForSeconds,
  })
}
