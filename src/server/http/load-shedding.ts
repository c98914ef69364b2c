import type { IncomingMessage } from 'node:http'
import { type ConcurrencyLimit, limitConcurrency } from '../lib/concurrency-limit.ts'
import { busy } from '../lib/errors.ts'
import { plainPage, plainPageHeaders, wantsPage } from '../lib/plain-page.ts'
import type { AnswerEarly } from './server.ts'

/** What costs much, and is bounded for all visitors together. */
export interface Bounds {
  checkouts: ConcurrencyLimit
  pages: ConcurrencyLimit
}

/** @param letIn is awaited before each of them, so that whoever comes too many is told at once */
export const openBounds = (letIn: () => Promise<void>): Bounds => ({
  // Most of them wait for the payment provider. More would be no faster, and payments under way would wait behind them.
  checkouts: limitConcurrency(64, 0, letIn),
  // More at once are no faster, and what each has under way keeps the garbage collector busy.
  pages: limitConcurrency(6, 58, letIn),
})

interface Options extends Bounds {
  /** Of the shop. */
  origin: string
  /** On every answer. */
  headers: Record<string, string>
  /** Whether a page need not be made to be shown, be it an old one. */
  isStored(url: string): boolean
  /** Somebody was turned away. */
  tell(url: string): void
}

const refusal = busy()
const { message, code, statusCode, retryAfterSeconds } = refusal
const page = plainPage(refusal)
const answer = JSON.stringify({ success: false, message, code, requestId: 'busy' })

/** The pages of which there are endlessly many. */
const storefront = /^\/(?:shop|categories|search)?(?:[/?]|$)/

/**
 * Turns away, before the app looks at it, what the app would turn away: in a flood, the time this saves belongs to those who
 * are served.
 */
export function createLoadShedding({ checkouts, pages, origin, headers, isStored, tell }: Options): AnswerEarly {
  const headOf = (own: Record<string, string>, body: string) =>
    Object.entries({
      ...headers,
      ...own,
      'Content-Length': String(Buffer.byteLength(body)),
      'Retry-After': String(retryAfterSeconds),
    }).flat()
  const pageHead = headOf(plainPageHeaders, page)
  const answerHead = headOf(jsonHeaders, answer)

  return (request, response, next) => {
    const full = whatIsFull(request)
    if (!full) return next()
    full.load.refused += 1
    tell(request.url ?? '')
    if (wantsPage(request)) response.writeHead(statusCode, pageHead).end(page)
    else response.writeHead(statusCode, answerHead).end(answer)
  }

  function whatIsFull({
    method,
    url = '',
    headers: { origin: from = origin },
  }: IncomingMessage): ConcurrencyLimit | undefined {
    if (from !== origin) return undefined // another site may need leave to read the answer
    if (method === 'POST')
      return checkouts.isFull() && url === '/api/orders/create-checkout-session' ? checkouts : undefined
    return method === 'GET' && pages.isFull() && storefront.test(url) && !isStored(url) ? pages : undefined
  }
}

const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }
