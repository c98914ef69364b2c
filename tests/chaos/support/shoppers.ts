// Buyers for the shop under test. Each has an address of its own, because the shop limits rates by address.
import { card } from '../../../bench/checkout.ts'
import { origin } from './shop-in-hand.ts'

const patienceMs = 30_000

/** The answer to a request. */
export interface Reply {
  what: string
  /** 0 if the connection broke or timed out. */
  status: number
  body: string
  retryAfter: string | null
  setCookie: string | null
  from: number
  to: number
}

let visitors = 0
let waiting = 0
const listeners = new Set<(reply: Reply) => void>()

/** How many requests the shop has not answered yet. */
export const underWay = (): number => waiting

/** Calls the listener for every answer from now on. Returns a function that removes it. */
export function listenToAnswers(listener: (reply: Reply) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Sends a request as a new visitor. */
export async function visit(what: string, path: string, init: RequestInit = {}, at = origin): Promise<Reply> {
  const from = performance.now()
  const n = visitors++
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  const reply: Reply = { what, status: 0, body: '', retryAfter: null, setCookie: null, from, to: from }
  waiting += 1
  try {
    const response = await fetch(at + path, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      ...init,
      headers: { 'x-forwarded-for': address, ...init.headers },
    })
    reply.body = await response.text()
    reply.status = response.status
    reply.retryAfter = response.headers.get('retry-after')
    reply.setCookie = response.headers.get('set-cookie')
  } catch (error) {
    if (!isBroken(error)) throw error
  }
  waiting -= 1
  reply.to = performance.now()
  for (const listener of listeners) listener(reply)
  return reply
}

/** The connection broke or timed out. */
const isBroken = (error: unknown) => error instanceof TypeError || (error as Error).name === 'TimeoutError'

const post = (type: string, body: string): RequestInit => ({ method: 'POST', headers: { 'content-type': type }, body })
export const json = (body: object): RequestInit => post('application/json', JSON.stringify(body))
const form = (body: string) => post('application/x-www-form-urlencoded', body)

/** Adds a product to the cart and checks out. Returns the payment session. */
export async function buy(_id: string, quantity = 1, at = origin): Promise<string | undefined> {
  const order = json({ products: [{ _id, quantity }] })
  const { status, body } = await visit('checkout', '/api/orders/create-checkout-session', order, at)
  return status === 200 ? JSON.parse(body).id : undefined
}

/**
 * Pays on the payment page; true once that page has confirmed the payment.
 * @param country of the address, when the order was priced for another than that of the card
 */
export async function pay(session: string, at = origin, country?: string): Promise<boolean> {
  const fields = new URLSearchParams(card)
  if (country) fields.set('country', country)
  const { status, body } = await visit('payment', `/sandbox/pay/${session}`, form(fields.toString()), at)
  return status === 303 || body.includes('You have already paid')
}

/** Returns to the shop; true if it confirms that the order is paid. */
export async function comeBack(session_id: string, at = origin): Promise<boolean> {
  return (await visit('confirmation', '/api/orders/confirm-payment', json({ session_id }), at)).status === 200
}
