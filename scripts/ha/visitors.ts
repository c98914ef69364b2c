// Visitors who read and buy at two shop machines during a fault, as behind a load balancer, and what they were answered.
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { card } from '../../bench/checkout.ts'

const patienceMs = 30_000
const pauses = { page: 100, order: 400 }
const retryMs = 1_000
/** A buyer who could neither order nor pay within this time gives up. */
const buyerPatienceMs = 90_000

export interface Reply {
  what: 'page' | 'order' | 'payment' | 'confirmation' | 'other'
  path: string
  machine: string
  /** 0 if the connection broke or nothing came for 30 s. */
  status: number
  body: string
  cookie: string
  from: number
  to: number
}

/** What the shop or its provider has confirmed: payment sessions. */
export interface Promised {
  ordered: Set<string>
  paid: Set<string>
  confirmed: Set<string>
}

export interface Visits {
  replies: Reply[]
  promised: Promised
  /** Sends no new visitors; resolves when all that are there have their answers. */
  end(): Promise<void>
}

/** The load balancer in front of the shop machines. */
export const balancer = '10.0.0.1'

let visitors = 0
const newAddress = () => {
  const n = visitors++
  return `11.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

/** Sends a request on a new connection. */
export function ask(
  machine: string,
  what: Reply['what'],
  path: string,
  { method, body, ...headers }: Record<string, string> = {},
): Promise<Reply> {
  const from = performance.now()
  const reply: Reply = { what, path, machine, status: 0, body: '', cookie: '', from, to: from }
  return new Promise(resolve => {
    const end = () => resolve({ ...reply, to: performance.now() })
    const request = http.request({
      host: machine,
      port: machine === balancer ? 80 : 3000,
      path,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      agent: false,
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        host: 'shop.example',
        'x-forwarded-for': newAddress(),
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'shop.example',
        ...headers,
      },
    })
    request.on('error', end)
    request.on('response', async response => {
      try {
        for await (const chunk of response.setEncoding('utf8')) reply.body += chunk
        reply.status = response.statusCode ?? 0
        reply.cookie = (response.headers['set-cookie'] ?? []).map(each => each.split(';', 1)[0]).join('; ')
      } catch (error) {
        reply.body = String(error)
      }
      end()
    })
    request.end(body)
  })
}

export const json = (body: object, headers: Record<string, string> = {}) => ({
  ...headers,
  'content-type': 'application/json',
  body: JSON.stringify(body),
})
/** Each buyer has an e-mail address of its own, by which its payments are counted. */
const cardOf = (email: string) => card.replace(/email=[^&]*/, `email=${encodeURIComponent(email)}`)
const form = (body: string) => ({ 'content-type': 'application/x-www-form-urlencoded', body })

export const isGood = ({ status }: Reply) => status === 200 || status === 201 || status === 303

let lists = 0

/** Sends visitors at fixed intervals, whether earlier ones have been answered or not. */
export function letVisit(machines: string[], product: string): Visits {
  const pages = ['/', '/shop', `/shop/${product}`, '/api/products', `/api/products/${product}`]
  const replies: Reply[] = []
  const promised: Promised = { ordered: new Set(), paid: new Set(), confirmed: new Set() }
  const present = new Set<Promise<unknown>>()
  const machineOf = (n: number) => machines[n % machines.length] ?? ''

  async function visit(...request: Parameters<typeof ask>) {
    const reply = await ask(...request)
    replies.push(isGood(reply) ? { ...reply, body: '' } : reply)
    return reply
  }

  /** Every second page is one that no machine has cached. */
  async function read(n: number) {
    const fresh = `/api/products?minPrice=${(lists++ / 100).toFixed(2)}`
    const cached = pages[n % pages.length] ?? '/'
    await visit(machineOf(n >> 1), 'page', n % 2 ? fresh : cached)
  }

  /** Tries again at the other machine until it succeeds. */
  async function insist(n: number, what: Reply['what'], path: string, request: Record<string, string>) {
    const giveUp = Date.now() + buyerPatienceMs
    for (let tries = n; Date.now() < giveUp; tries++) {
      const reply = await visit(machineOf(tries), what, path, request)
      if (isGood(reply) || /already paid/.test(reply.body)) return reply
      await sleep(retryMs)
    }
    return undefined
  }

  const begun = randomUUID()

  /** Orders and pays with one key. Every second buyer never returns to the shop, so only the provider's event tells of the payment. */
  async function buy(n: number) {
    const visitor = { 'x-forwarded-for': newAddress(), 'idempotency-key': randomUUID() }
    const cart = json({ products: [{ _id: product, quantity: 1 }] }, visitor)
    const ordered = await insist(n, 'order', '/api/orders/create-checkout-session', cart)
    if (!ordered) return
    const { id } = JSON.parse(ordered.body)
    promised.ordered.add(id)
    if (!(await insist(n, 'payment', `/sandbox/pay/${id}`, form(cardOf(`${begun}-${n}@example.com`))))) return
    promised.paid.add(id)
    if (n % 2) return
    const confirmed = await insist(n, 'confirmation', '/api/orders/confirm-payment', json({ session_id: id }))
    if (confirmed) promised.confirmed.add(id)
  }

  function come(what: (n: number) => Promise<unknown>, everyMs: number) {
    let n = 0
    return setInterval(() => {
      const one = what(n++).finally(() => present.delete(one))
      present.add(one)
    }, everyMs)
  }
  const timers = [come(read, pauses.page), come(buy, pauses.order)]
  return {
    replies,
    promised,
    async end() {
      for (const timer of timers) clearInterval(timer)
      while (present.size > 0) await sleep(20)
    },
  }
}
