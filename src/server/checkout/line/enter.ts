import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CheckoutLine } from '#domain/orders/checkout.ts'
import { hashToken, sessionTokenOf } from '../../http/sessions.ts'
import type { ConcurrencyLimit } from '../../lib/concurrency-limit.ts'
import { busy, ShopError } from '../../lib/errors.ts'
import { type Buyer, giveVisitorCookie } from '../buyer.ts'
import type { CheckoutContext } from '../context.ts'
import type { SoldOutError } from '../sold-out-error.ts'
import { InLineError } from './in-line-error.ts'
import { shortError, variantsOf } from './short.ts'
import type { WaitingLine } from './waiting-line.ts'

interface EnterContext extends Pick<CheckoutContext, 'origin'> {
  line: WaitingLine
  concurrency: ConcurrencyLimit
  /** Notes that a buyer was told so without a checkout. */
  refuse(error: SoldOutError, buyer: { visitor: string; account?: object }): void
}

interface Entering {
  request: FastifyRequest
  reply: FastifyReply
  /** As a guest, since the account is not looked up yet. */
  guest: Buyer
  lines: CheckoutLine[]
}

/**
 * Runs a checkout when it is the buyer's turn: at once while nobody waits. A guest whom no key stands for gets the cookie with a
 * place, so that the next request has the same one.
 * @throws InLineError for one who has to wait
 * @throws SoldOutError when of something in the cart no piece is free, without waiting
 */
export async function enterCheckout<T>(
  { line, concurrency, origin, refuse }: EnterContext,
  { request, reply, guest, lines }: Entering,
  checkout: () => Promise<T>,
): Promise<T> {
  if (!line.hasToAsk()) return await concurrency(checkout)
  const answer = await line.ask({
    guest: guestKeyOf(guest),
    visitor: guest.visitor,
    idempotencyKey: guest.idempotencyKey,
    token: sessionTokenOf(request),
    address: guest.address,
    variants: variantsOf(lines),
    isShort: variants => shortError(lines, variants) !== undefined,
  })
  if (answer.state === 'waits') {
    if (!answer.account && !isKnownByKey(guest)) giveVisitorCookie(reply, guest.visitor, { origin })
    concurrency.load.refused += 1
    throw new InLineError(answer.line, line.load.length)
  }
  if (answer.state === 'short') {
    const error = shortError(lines, answer.variants)
    const { account: id } = answer
    if (error) refuse(error, { visitor: id ?? guest.visitor, account: id ? { id } : undefined })
    throw error ?? busy()
  }
  let isAnswered = true
  try {
    return await concurrency(checkout)
  } catch (error) {
    // When the provider or the database did not answer, the buyer asks again, at the front.
    isAnswered = !(error instanceof ShopError && error.statusCode === 503)
    throw error
  } finally {
    answer.end(isAnswered)
  }
}

/**
 * Such a guest gets no cookie with a place: with another visitor than at first, an order whose answer was lost would be placed twice.
 */
const isKnownByKey = ({ key, isNewVisitor, idempotencyKey }: Buyer) =>
  key !== undefined || (isNewVisitor && idempotencyKey !== undefined)

/** What stands for a guest in the line: the key of the browser, else the cookie, else the key of the request. */
function guestKeyOf({ key, visitor, isNewVisitor, idempotencyKey }: Buyer): string {
  if (key) return `key ${hashToken(key).toString('hex')}`
  return isNewVisitor && idempotencyKey ? `request ${hashToken(idempotencyKey).toString('hex')}` : visitor
}
