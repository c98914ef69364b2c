import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ConcurrencyLimit, limitConcurrency } from '../../lib/concurrency-limit.ts'
import { busy } from '../../lib/errors.ts'

/** What costs much, and is bounded for all visitors together. */
export interface Bounds {
  checkouts: ConcurrencyLimit
  pages: ConcurrencyLimit
}

/** @param acceptWaiting is awaited before each of them, so that a visitor too many is refused soon */
export const openBounds = (acceptWaiting: () => Promise<void>): Bounds => ({
  // Most of them wait for the payment provider. More would be no faster, and payments under way would wait behind them.
  checkouts: limitConcurrency(64, 0, acceptWaiting),
  // More at once are no faster, and what each has under way keeps the garbage collector busy.
  pages: limitConcurrency(6, 58, acceptWaiting),
})

/** The pages of which there are endlessly many. */
const storefront = /^\/(?:shop|categories|search)?(?:[/?]|$)/

/**
 * Refuses with 503 the checkouts and pages that there is no room for, before their bodies are read and their sessions looked up:
 * in a flood, the time this saves belongs to the visitors who are served.
 * @param isStored whether the cache can answer for a page, be it with an old one
 */
export function registerLoadShedding(
  app: FastifyInstance,
  { checkouts, pages }: Bounds,
  isStored: (url: string) => boolean,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const full = findFull(request)
    if (!full) return done()
    full.load.refused += 1
    done(busy())
  })

  function findFull({ method, url }: FastifyRequest): ConcurrencyLimit | undefined {
    if (method === 'POST')
      return checkouts.isFull() && url === '/api/orders/create-checkout-session' ? checkouts : undefined
    return method === 'GET' && pages.isFull() && storefront.test(url) && !isStored(url) ? pages : undefined
  }
}
