// A payment provider that repeats events, reorders them, loses them and at last sends none.
import { setTimeout as sleep } from 'node:timers/promises'
import { countBrokenRules, signInAdmin } from './support/admin.ts'
import { atOnce } from './support/load/at-once.ts'
import { countMisfits, countSetBack, countStepsBackWhile } from './support/payments/order-history.ts'
import { eventAbout, eventsOf, mishaps, openSender, type PaymentEvent } from './support/payments/payment-events.ts'
import * as shop from './support/shop-in-hand.ts'
import { buy, json, pay as payFor, visit } from './support/shoppers.ts'
import { type TrialContext, trial } from './support/trial.ts'

const { one, query } = shop
const cents = 4_990
const max = { copies: 5, atOnce: 20, withoutMishap: 20 }
const deadlines = { withEvents: 5, withoutEvents: 120 }

interface Placed {
  id: string
  orderId: string
  session: string
}

/** Orders that await their payment, each of a visitor of its own. */
async function place(count: number): Promise<Placed[]> {
  const product = await shop.sellProduct(cents)
  const sessions: string[] = []
  await atOnce(max.atOnce, Array(count).fill(product), async () => {
    sessions.push(await shop.until('a payment page', () => buy(product)))
  })
  return await query<Placed>(
    `select id, order_id as "orderId", payment_session as session from "order" where payment_session = any($1)`,
    [sessions],
  )
}

const pay = (orders: readonly Placed[]) =>
  atOnce(max.atOnce, orders, async ({ session }) => {
    if (!(await payFor(session))) throw new Error('The payment page did not take a payment')
  })

/** Events for these orders: most pay by card, some by a method that takes or fails after days, and some never. */
async function eventsFor(orders: readonly Placed[]): Promise<PaymentEvent[]> {
  const wayOf = (n: number) => ['slow', 'refused', 'never'][n % 10] ?? 'card'
  const byCard = orders.filter((_, n) => wayOf(n) === 'card')
  await pay(byCard)
  const unpaid = { payment_status: 'unpaid' } as const
  const others = orders.flatMap((order, n) => {
    const about = (what: string, changes = {}) => eventAbout({ ...order, cents }, `checkout.session.${what}`, changes)
    if (wayOf(n) === 'slow') return [about('completed', unpaid), about('async_payment_succeeded')]
    if (wayOf(n) === 'refused') return [about('completed', unpaid), about('async_payment_failed', unpaid)]
    return wayOf(n) === 'never' ? [about('expired', { ...unpaid, status: 'expired' })] : []
  })
  return [...(await eventsOf(byCard.map(({ orderId }) => orderId))), ...others]
}

async function tryRepetitions({ times, none, note }: TrialContext): Promise<void> {
  const orders = await place(times(1_000))
  const events = await eventsFor(orders)
  const copies = events.flatMap(event => Array(1 + Math.floor(Math.random() * max.copies)).fill(event))
  const delivering = deliver(copies)
  const stepsBack = await countStepsBackWhile(delivering)
  const { fates, shipped } = await delivering

  note('orders', orders.length)
  note('events about them, each one to five times, shuffled, 20 at once', events.length)
  for (const [fate, count] of fates) note(`of those sendings ${fate}`, count)
  note('orders that were shipped meanwhile', shipped)
  none('genuine events that the shop refused', fates.get('refused') ?? 0)
  none('orders that were seen to go back', stepsBack)
  none('events that were not noted exactly once', Math.abs(events.length - (await countKnownEvents())))
}

const countKnownEvents = () => one<number>('select count(*)::int from payment_event')

/** Sends the events in any order, each until it is answered; meanwhile the owner ships what is paid. */
async function deliver(events: readonly PaymentEvent[]) {
  const send = await openSender()
  const admin = await signInAdmin()
  const waiting = events.map(event => ({ event, at: Math.random() })).toSorted((a, b) => a.at - b.at)
  const fates = new Map<string, number>()
  const shipped = new Set<string>()
  let sendings = 0

  async function lane(): Promise<void> {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const mishap = ++sendings % max.withoutMishap === 0 ? mishaps[sendings % mishaps.length] : undefined
      const status = await send(next.event.payload, mishap)
      const fate = mishap ?? (status === 200 ? 'answered' : 'refused')
      fates.set(fate, (fates.get(fate) ?? 0) + 1)
      if (mishap) waiting.splice(Math.floor(Math.random() * waiting.length), 0, next)
      else if (Math.random() < 0.2) await ship(next.event)
    }
  }

  async function ship({ orderId }: PaymentEvent): Promise<void> {
    const id = await one(`select id from "order" where order_id = $1 and payment_state = 'paid'`, [orderId])
    if (typeof id !== 'string' || shipped.has(id)) return
    shipped.add(id)
    const change = { ...json({ status: 'shipped' }), method: 'PATCH' }
    const headers = { ...change.headers, ...admin }
    const { status } = await visit('shipping', `/api/orders/update-order-status/${id}`, { ...change, headers })
    if (status !== 200) throw new Error(`An order could not be shipped: ${status}`)
  }

  await Promise.all(Array.from({ length: max.atOnce }, lane))
  return { fates, shipped: shipped.size }
}

/** No shopper returns and no event arrives. Half of the shoppers had left the payment page open for a while. */
async function trySilence({ times, scale, atMost, none }: TrialContext): Promise<void> {
  const orders = await place(times(500))
  const slow = orders.filter((_, n) => n % 2 === 0).map(({ id }) => id)
  await query(
    `update "order" set created_at = created_at - interval '20 minutes', check_at = now() where id = any($1)`,
    [slow],
  )
  const isDue = 'select count(*)::int from "order" where check_at <= now() and id = any($1)'
  if (scale === 1) await untilNone(isDue, slow) // the shop's intervals have grown to their maximum
  await pay(orders)
  if (scale === 1) await untilPaid(orders)
  await shop.kill()
  await shop.start('duplicate=0.5,delay=500')
  await untilPaid(orders) // only in the short form: a starting shop asks the provider immediately
  none(`of ${orders.length} payments without return and without events not found`, await countUnpaid(orders))
  atMost('the last of them was found after', deadlines.withoutEvents, await slowest(orders), 's')
}

async function tryWithoutReturn({ times, atMost, none }: TrialContext): Promise<void> {
  const orders = await place(times(500))
  await pay(orders)
  const over = Date.now()
  await untilPaid(orders)
  const allAfter = (Date.now() - over) / 1_000 // the shop records when it began to settle
  none(`of ${orders.length} payments without return not found`, await countUnpaid(orders))
  atMost('the last of them was found after', deadlines.withEvents, Math.max(await slowest(orders), allAfter), 's')
}

async function untilNone(count: string, ids: readonly string[]): Promise<void> {
  const patience = Date.now() + 2 * deadlines.withoutEvents * 1_000
  while ((await one<number>(count, [ids])) > 0 && Date.now() < patience) await sleep(100)
}

const unpaid = `select count(*)::int from "order" where payment_state <> 'paid' and id = any($1)`
const idsOf = (orders: readonly Placed[]) => orders.map(({ id }) => id)
const untilPaid = (orders: readonly Placed[]) => untilNone(unpaid, idsOf(orders))
const countUnpaid = (orders: readonly Placed[]) => one<number>(unpaid, [idsOf(orders)])

/** The longest time between a payment at the provider and the moment when its order was paid, in seconds. */
const slowest = (orders: readonly Placed[]) =>
  one<number>(
    `select extract(epoch from max(entry.at - event.created_at))::float
     from "order" join order_event entry on entry.order_id = "order".id and kind = 'payment' and value = 'paid'
     join sandbox.event event on event.payload::jsonb #>> '{data,object,id}' = payment_session
     where "order".id = any($1)`,
    [idsOf(orders)],
  )

await trial(
  'An order is paid once, however often and in whatever order its events come, and also when none comes.',
  async trial => {
    try {
      await shop.start('drop-events,api-delay=200')
      await tryRepetitions(trial)
      await trySilence(trial)
      await tryWithoutReturn(trial)
      for (const [what, count] of await countMisfits()) trial.none(what, count)
      trial.none('orders whose history goes back or says something twice', await countSetBack())
      trial.none('rules broken on the Proof page', await countBrokenRules())
    } finally {
      await shop.cleanUp()
    }
  },
)
