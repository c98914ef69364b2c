import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CheckoutLine } from '#domain/orders/checkout.ts'
import { hashToken, sessionTokenOf } from '../../http/sessions.ts'
import type { ConcurrencyLimit } from '../../lib/concurrency-limit.ts'
import { ShopError } from '../../lib/errors.ts'
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
 * Runs a checkout when it is the buyer's turn: at once while nobody waits. A guest who has to wait gets the cookie, so that the next
 * request has the same place. One whose browser has a key needs none, and without it finds an order again of which the answer was lost.
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
  })
  if (answer.state === 'waits') {
    if (!answer.account && !guest.key) giveVisitorCookie(reply, guest.visitor, { origin })
    concurrency.load.refused += 1
    throw new InLineError(answer.line, line.load.length)
  }
  if (answer.state === 'short') {
    const error = shortError(lines, answer.variants)
    if (error) {
      const { account: id } = answer
      refuse(error, { visitor: id ?? guest.visitor, account: id ? { id } : undefined })
      throw error
    }
    return await concurrency(checkout)
  }
  const result = await concurrency(checkout).catch(error => {
    if (!(error instanceof ShopError && error.statusCode === 503)) answer.leave()
    throw error // the provider or the database did not answer: the buyer asks again, at the front
  })
  answer.leave()
  return result
}

/** What stands for a guest in the line: the key of the browser, which also those send that return no cookie, else the cookie. */
const guestKeyOf = ({ key, visitor }: Buyer) => (key ? `key ${hashToken(key).toString('hex')}` : visitor)
