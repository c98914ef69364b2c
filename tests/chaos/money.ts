// Shoppers who send false data, a provider that charged another amount, and parallel clicks.
//   node tests/chaos/money.ts [--seed N]
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { countBrokenRules, signInAdmin } from './support/admin.ts'
import { type HostileCart, hostileCarts } from './support/carts.ts'
import { atOnce } from './support/load/at-once.ts'
import { isCharged, isConsistent, paymentsOf } from './support/payments/charges.ts'
import { eventAbout, openSender } from './support/payments/payment-events.ts'
import * as shop from './support/shop-in-hand.ts'
import { buy, comeBack, pay, visit } from './support/shoppers.ts'
import { type TrialContext, trial } from './support/trial.ts'

const { one, query } = shop
const prices = [1, 49, 50, 99, 1_999, 4_990, 12_050, 333_333, 2_500_001, 10_000_000]
const visitors = 16
const { values: options } = parseArgs({ options: { seed: { type: 'string' } }, strict: false })
const seed = Number(options.seed ?? Date.now() % 2 ** 31)

const json = (body: string) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
const proceed = (cart: string, headers = {}) => {
  const sent = json(cart)
  return visit('checkout', '/api/orders/create-checkout-session', { ...sent, headers: { ...sent.headers, ...headers } })
}

async function tryCarts({ times, none, note }: TrialContext): Promise<void> {
  const products = await Promise.all(prices.map(async cents => ({ id: await shop.sellProduct(cents), cents })))
  const hidden = await shop.sellProduct(100)
  await visit('deletion', `/api/products/${hidden}`, { method: 'DELETE', headers: await signInAdmin() })
  const carts = fc.sample(hostileCarts(products, [hidden, randomUUID()]), { numRuns: times(5_000), seed })
  const charged = new Map<string, HostileCart>()
  const other: string[] = []
  let refused = 0

  await atOnce(visitors, carts, async cart => {
    const { status, body } = await proceed(cart.body)
    if (status === 200) {
      const { id } = JSON.parse(body)
      charged.set(id, cart)
      await payFor(id)
    } else if (cart.cents === undefined && (status === 400 || status === 409)) refused += 1
    else other.push(`${status} ${body} for ${cart.body}`)
  })
  for (const sentence of other.slice(0, 5)) console.error(sentence.slice(0, 1_000))

  const paid = await paymentsOf([...charged.keys()])
  const wrong = paid.filter(payment => !isCharged(payment, charged.get(payment.session)))
  for (const payment of wrong.slice(0, 5)) console.error(payment, charged.get(payment.session)?.body)
  note('hostile carts', `${carts.length}, seed ${seed}`)
  note('of them paid, and refused', `${charged.size} and ${refused}`)
  none('wrong charges', wrong.length + charged.size - paid.length)
  none('carts that were answered in any other way', other.length)
  none('orders of refused carts', (await countOrders()) - charged.size)
}

/** Orders that the provider refused are stored as failed. */
const countOrders = () => one<number>(`select count(*)::int from "order" where payment_state <> 'failed'`)

async function payFor(session: string): Promise<void> {
  if (!(await pay(session))) throw new Error('The payment page did not take a payment')
  if (!(await comeBack(session))) throw new Error('A payment was not confirmed')
}

/** The owner changes a price repeatedly while shoppers buy: each pays the price on the payment page. */
async function tryMovingPrices({ times, none, note }: TrialContext): Promise<void> {
  const [low, high] = [3_000, 7_000]
  const id = await shop.sellProduct(low)
  const sessions: string[] = []
  let changes = 0
  let isOver = false
  const changing = (async () => {
    for (; !isOver; changes++)
      await query('update product set price_cents = $2 where id = $1', [id, changes % 2 ? low : high])
  })()
  await atOnce(visitors, Array(times(500)).fill(id), async () => {
    const session = await buy(id, 3)
    if (!session) throw new Error('A product could not be bought while its price changed')
    sessions.push(session)
    await payFor(session)
  })
  isOver = true
  await changing
  const paid = await paymentsOf(sessions)
  const right = paid.filter(payment => isConsistent(payment) && [3 * low, 3 * high].includes(payment.cents))
  note('orders while their price changed', `${sessions.length}, ${changes} changes`)
  none('of them charged anything but the price of a moment', sessions.length - right.length)
}

/** The provider charged another amount than the order says, or another currency. */
async function tryMismatches({ times, none, note }: TrialContext): Promise<void> {
  const product = await shop.sellProduct(4_990)
  const send = await openSender()
  const sessions: string[] = []
  const others = [1, 4_989, 4_991, 499_000, 49]
  await atOnce(visitors, Array(times(300)).fill(product), async (_, n) => {
    const session = await buy(product)
    if (!session) throw new Error('A product could not be bought')
    sessions.push(session)
    if (n % 2) {
      await query(
        `update sandbox.session set params = jsonb_set(params, '{line_items,0,price_data,unit_amount}', $2) where id = $1`,
        [session, String(others[n % others.length])],
      )
      return await payFor(session)
    }
    const orderId = await one<string>('select order_id from "order" where payment_session = $1', [session])
    const currency = ['eur', 'jpy', 'USD', ''][(n / 2) % 4]
    const { payload } = eventAbout({ orderId, session, cents: 4_990 }, 'checkout.session.completed', { currency })
    if ((await send(payload)) !== 200) throw new Error('A signed event was refused')
  })
  const inReview = await one<number>(
    `select count(*)::int from "order" where payment_session = any($1) and payment_state = 'review' and review_reason <> ''`,
    [sessions],
  )
  note('payments of another amount or currency', sessions.length)
  none('of them not left to the owner’s review', sessions.length - inReview)
}

/** The same cart with the same key, two to five times in parallel. */
async function tryTwins({ times, none, note }: TrialContext): Promise<void> {
  const product = await shop.sellProduct(2_500)
  let posts = 0
  let wrong = 0
  await atOnce(4, Array(times(500)).fill(product), async (_, n) => {
    const key = randomUUID()
    const cart = JSON.stringify({ products: [{ _id: product, quantity: 1 + (n % 3) }] })
    const answers = await Promise.all(
      Array.from({ length: 2 + (n % 4) }, () => proceed(cart, { 'idempotency-key': key })),
    )
    posts += answers.length
    const pages = new Set(
      answers.map(({ status, body }) => (status === 200 ? JSON.parse(body).url : `${status} ${body}`)),
    )
    const open = await one<number>(
      `select count(*)::int from sandbox.session join "order" on params #>> '{metadata,orderId}' = order_id
       where idempotency_key = $1 and sandbox.session.status = 'open'`,
      [key],
    )
    if (pages.size !== 1 || open !== 1) wrong += 1
  })
  note('carts sent two to five times at once', `${times(500)}, ${posts} posts`)
  none('of them with anything but one open payment page', wrong)
}

await trial(
  'Nobody pays another price than the shop’s, and money of another amount never counts by itself.',
  async trial => {
    try {
      await shop.start('drop-events=0.5') // events pay half of the orders, returning shoppers the other half
      await tryCarts(trial)
      await tryMovingPrices(trial)
      await tryMismatches(trial)
      await tryTwins(trial)
      trial.none('rules broken on the Proof page', await countBrokenRules())
    } finally {
      await shop.cleanUp()
    }
  },
)
