// Hundreds of guests behind one address, as behind a carrier's NAT, buy the same dress in parallel.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { atOnce } from './support/load/at-once.ts'
import * as shop from './support/shop-in-hand.ts'
import { comeBack, json, pay, visit } from './support/shoppers.ts'
import { type TrialContext, trial } from './support/trial.ts'

const guests = 500
const arriveWithinMs = 10_000
const address = '198.51.100.7'
const patienceMs = 60_000

/** A browser that stores its cookie, or one that stores none. */
interface Guest {
  sendsCookies: boolean
  cookie?: string
  key: string
}

/**
 * Presses the button, again with the same key when the shop is busy.
 * @returns the payment session
 */
async function checkout(guest: Guest, product: string): Promise<string | undefined> {
  const order = json({ products: [{ _id: product, quantity: 1 }] })
  for (const end = Date.now() + patienceMs; Date.now() < end; ) {
    const headers = {
      ...order.headers,
      'x-forwarded-for': address,
      'idempotency-key': guest.key,
      ...(guest.cookie && { cookie: guest.cookie }),
    }
    const { status, body, retryAfter, setCookie } = await visit('checkout', '/api/orders/create-checkout-session', {
      ...order,
      headers,
    })
    if (guest.sendsCookies && setCookie) guest.cookie = setCookie.split(';', 1)[0]
    if (status === 200) return JSON.parse(body).id
    if (status !== 503) return undefined
    await sleep(Number(retryAfter) * 1_000)
  }
  return undefined
}

const isPayable = async (session: string) =>
  (await visit('payment page', `/sandbox/pay/${session}`)).body.includes('name="card_number"')

async function buyTheSameDress({ times, none, note }: TrialContext, where: string): Promise<void> {
  const product = await shop.sellProduct(12_900)
  const all = Array.from({ length: times(guests) }, (_, n): Guest => ({ sendsCookies: n % 2 === 0, key: randomUUID() }))
  const begun = performance.now()
  let doubleClicksApart = 0
  const sessions = await Promise.all(
    all.map(async (guest, n) => {
      await sleep((arriveWithinMs * n) / guests)
      const session = await checkout(guest, product)
      if (n % 10 < 2 && (await checkout(guest, product)) !== session) doubleClicksApart += 1
      return session
    }),
  )
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  const opened = [...new Set(sessions)].filter(session => session !== undefined)
  const orders = await shop.one<number>('select count(distinct order_id)::int from order_line where product_id = $1', [
    product,
  ])
  let payable = 0
  let paid = 0
  await atOnce(16, opened, async session => {
    if (await isPayable(session)) payable += 1
  })
  await atOnce(16, opened, async session => {
    if ((await pay(session)) && (await comeBack(session))) paid += 1
  })
  const paidOrders = await shop.one<number>(
    `select count(*)::int from "order" where payment_session = any($1) and payment_state = 'paid'`,
    [opened],
  )
  note(`guests who proceeded ${where}`, `${all.length} within ${seconds} s`)
  none(`of them without an order of their own ${where}`, all.length - opened.length + Math.abs(orders - all.length))
  none(`of the second clicks that led to another page ${where}`, doubleClicksApart)
  none(`of their pages that could not be paid ${where}`, all.length - payable)
  none(`of them not paid ${where}`, all.length - Math.min(paid, paidOrders))
}

await trial('Guests who share an address share nothing else: each has an order, and each can pay it.', async trial => {
  try {
    await shop.start('')
    await buyTheSameDress(trial, 'behind a trusted proxy')
    await shop.stop()
    await shop.start('', { TRUST_PROXY: '' })
    await buyTheSameDress(trial, 'without a proxy')
  } finally {
    await shop.cleanUp()
  }
})
