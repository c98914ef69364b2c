// Visitors of the shop under test who browse and buy during a fault, and the answers they get.
import { setTimeout as sleep } from 'node:timers/promises'
import { promised } from './payments/books.ts'
import { origin } from './shop-in-hand.ts'
import { buy, comeBack, json, listenToAnswers, pay, type Reply, visit } from './shoppers.ts'

/** The kinds of requests, and the interval between two of each in milliseconds. */
const pauses = { saved: 20, fresh: 100, message: 100, purchase: 250 }
/** The labels of these requests. */
export const kinds = ['kept page', 'fresh list', 'message', 'checkout', 'payment', 'confirmation']

export const isGood = ({ status }: Reply) => [200, 201, 303].includes(status)
const isPutOff = ({ status, retryAfter }: Reply) => status === 503 && Number(retryAfter) > 0
/** Neither a success nor a 503 with Retry-After. */
export const isWrong = (reply: Reply) => !isGood(reply) && !isPutOff(reply)

export interface Shopping {
  /** All answers so far. */
  replies: Reply[]
  /** Resolves when all requests are answered. */
  end(): Promise<void>
}

/** Pages that the response cache holds. */
const cachedPages = (product: string) => ['/', '/shop', `/shop/${product}`, '/api/products', `/api/products/${product}`]

let asked = 0

/** Sends visitors at fixed intervals, whether earlier ones have been answered or not. */
export async function letShop(product: string, at = origin): Promise<Shopping> {
  const pages = cachedPages(product)
  for (const page of pages) await visit('first visit', page, {}, at)
  const replies: Reply[] = []
  const stopListening = listenToAnswers(each => replies.push(isGood(each) ? { ...each, body: '' } : each))
  const visits = new Set<Promise<unknown>>()
  const come = (what: () => Promise<unknown>, everyMs: number) =>
    setInterval(() => {
      const one = what().finally(() => visits.delete(one))
      visits.add(one)
    }, everyMs)
  const timers = [
    come(() => visit('kept page', pages[asked++ % pages.length] ?? '/', {}, at), pauses.saved),
    come(() => visit('fresh list', `/api/products?minPrice=${(asked++ / 100).toFixed(2)}`, {}, at), pauses.fresh),
    come(() => write(at), pauses.message),
    come(() => purchase(product, at), pauses.purchase),
  ]
  return {
    replies,
    async end() {
      for (const timer of timers) clearInterval(timer)
      while (visits.size > 0) await sleep(10)
      stopListening()
    },
  }
}

async function write(at: string): Promise<void> {
  const subject = `Question ${asked++}`
  const email = { name: 'Ada', email: 'ada@example.com', subject, message: 'Do you have silk?' }
  if (isGood(await visit('message', '/api/contact', json(email), at))) promised.written.add(subject)
}

async function purchase(product: string, at: string): Promise<void> {
  const session = await buy(product, 1, at)
  if (!session) return
  promised.ordered.add(session)
  if (!(await pay(session, at))) return
  promised.paid.add(session)
  await comeBack(session, at)
}
