import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ConcurrencyLimit, limitConcurrency } from '../../lib/concurrency-limit.ts'
import { busy } from '../../lib/errors.ts'

/** Limits for expensive requests, for all visitors together. */
export interface Bounds {
  checkouts: ConcurrencyLimit
  pages: ConcurrencyLimit
}

/** Most checkouts wait for the payment provider. More would be no faster, and would delay the payments under way. */
const maxCheckouts = 64

/** @param acceptWaiting is awaited before each of them, so that requests over the limit are refused soon */
export const openBounds = (acceptWaiting: () => Promise<void>, checkouts = maxCheckouts): Bounds => ({
  checkouts: limitConcurrency(checkouts, 0, acceptWaiting),
  // More pages at once are no faster, and the memory of each keeps the garbage collector busy.
  pages: limitConcurrency(6, 58, acceptWaiting),
})

/** The pages with an unlimited number of addresses. */
const storefront = /^\/(?:shop|sale|categories|search)?(?:[/?]|$)/

/**
 * Refuses pages over the limit with 503, and checkouts when more come at once than even the line can take, before their bodies are
 * read and their sessions looked up. In a flood, the saved time goes to the visitors who are served.
 * @param isLineFull whether no more buyers can ask for a place in the line at this moment
 * @param isStored whether the cache can serve the page, possibly with an old response
 */
export function registerLoadShedding(
  app: FastifyInstance,
  { checkouts, pages }: Bounds,
  isLineFull: () => boolean,
  isStored: (url: string) => boolean,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const full = findFull(request)
    if (!full) return done()
    full.load.refused += 1
    done(busy())
  })

  function findFull({ method, url }: FastifyRequest): ConcurrencyLimit | undefined {
    if (method === 'POST') return isLineFull() && url === '/api/orders/create-checkout-session' ? checkouts : undefined
    return method === 'GET' && pages.isFull() && storefront.test(url) && !isStored(url) ? pages : undefined
  }
}
