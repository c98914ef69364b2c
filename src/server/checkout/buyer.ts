import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressNetwork } from '../http/limits/rate-limit.ts'
import { newToken } from '../http/sessions.ts'
import type { CheckoutContext } from './context.ts'

/** The buyer, and what distinguishes one checkout from another. */
export interface Buyer {
  /** The signed-in account that will own the order; undefined for a guest. */
  account?: { id: string; email: string }
  /** The account's id, else the random text of the cookie `visitor`: never an address. */
  visitor: string
  /** The request had no cookie, so this visitor was created for it. */
  isNewVisitor: boolean
  /** The key that the browser generated for this cart, 1 to 255 characters. Without one, every request is a new order. */
  idempotencyKey?: string
  /** The key of a guest's browser, 43 characters, which opens the order for it. */
  key?: string
  /** A hash of the network of the request, for the limits against floods. */
  address: Buffer
  /** The other front end, listed in CORS_ORIGINS, that the shopper returns to; undefined for the shop's own pages. */
  returnOrigin?: string
}

const cookieName = 'visitor'
const cookiePath = '/api/orders'
/** Longer than any payment page stays open. */
const cookieLivesForSeconds = 24 * 60 * 60
/** The format of `newToken`. No account id has it. */
const visitorPattern = /^[\w-]{43}$/

type BuyerRequest = Pick<
  FastifyRequest<{ Headers: { 'idempotency-key'?: string; 'order-key'?: string } }>,
  'headers' | 'cookies' | 'ip'
>

/** Reads the buyer from a request whose account has already been looked up. */
export function readBuyer(request: BuyerRequest, account: Buyer['account'], corsOrigins: readonly string[]): Buyer {
  const { headers, cookies } = request
  const known = account?.id ?? cookies[cookieName]?.match(visitorPattern)?.[0]
  return {
    account,
    visitor: known ?? newToken(),
    isNewVisitor: known === undefined,
    idempotencyKey: headers['idempotency-key'],
    key: account ? undefined : headers['order-key'],
    address: createHash('sha256')
      .update(`checkout ${addressNetwork(request)}`)
      .digest(),
    returnOrigin: corsOrigins.find(origin => origin === headers.origin),
  }
}

/** Sets the cookie by which the shop recognises a guest's next checkout. */
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
