// One shop whose pieces have histories of every kind, and which is killed at named steps and at random meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseBusy } from '#server/db/connection.ts'
import { countBrokenRules, signInAdmin } from '../support/admin.ts'
import { chargeLate, countAll, letGo, type Sized, sellSizes, sendCount } from '../support/counted.ts'
import { inLane } from '../support/load/lanes.ts'
import { letAnHourPass } from '../support/payments/books.ts'
import { killWhilePaying, paymentSteps } from '../support/payments/payment-steps.ts'
import { stockSteps } from '../support/payments/stock-steps.ts'
import * as shop from '../support/shop-in-hand.ts'
import { comeBack, json, pay, type Reply, underWay, visit } from '../support/shoppers.ts'

/** The steps at which a shop is killed, and the number of histories. */
export interface HistoryShare {
  steps: string[]
  histories: number
}

export type HistoryOutcome = Awaited<ReturnType<typeof work>>

/** The faults that the provider injects meanwhile, in turn. */
const mishaps = ['', 'duplicate,reorder', 'drop-events=0.3', '', 'api-cut=0.2', 'delay=300']
const shoppers = 6
const shelf = 40
const killEveryMs = { least: 400, most: 1_600 }
/** Every so many kills the database is killed, too. */
const databaseEvery = 6

const told = { paid: new Set<string>(), freed: new Set<string>() }
const happened = new Map<string, number>()
const note = (what: string): void => void happened.set(what, (happened.get(what) ?? 0) + 1)
const fromAll = <T>(all: T[]): T => all[Math.floor(Math.random() * all.length)] as T

async function work({ steps, histories }: HistoryShare) {
  try {
    await shop.start()
    const ring = await sellSizes()
    await countAll([ring], 1_000)
    const wrong: string[] = []
    for (const step of [...paymentSteps, ...stockSteps]) {
      const result = steps.includes(step.name) && (await killWhilePaying(step, ring.id))
      if (result) wrong.push(result)
    }
    const goods = await Promise.all([['alpha-S', 'alpha-M', 'alpha-L'], ['alpha-S', 'alpha-M'], []].map(sellSizes))
    await countAll(goods, shelf)
    const kills = await killWhile(liveAll(goods, histories))
    await letAnHourPass()
    return { wrong, kills, happened: [...happened], ...(await countFaults()), brokenRules: await countBrokenRules() }
  } finally {
    await shop.cleanUp()
  }
}

/** Kills the shop while a request is in flight, over and over, until the histories have ended. */
async function killWhile(histories: Promise<void>) {
  const seen = { all: 0, withDatabase: 0 }
  let isOver = false
  const end = () => {
    isOver = true
  }
  histories.then(end, end)
  do {
    await sleep(killEveryMs.least + Math.random() * (killEveryMs.most - killEveryMs.least))
    await shop.until('a request, or the end', () => isOver || underWay())
    if (++seen.all % databaseEvery > 0) await shop.kill()
    else {
      await shop.crash()
      seen.withDatabase += 1
    }
    await shop.start(mishaps[seen.all % mishaps.length])
  } while (!isOver)
  await histories
  return seen
}

async function liveAll(goods: Sized[], histories: number): Promise<void> {
  const admin = await signInAdmin()
  const lines = goods.flatMap(({ id, variants }) => variants.map(variantId => ({ _id: id, variantId })))
  let begun = 0
  await Promise.all(
    Array.from({ length: shoppers }, async () => {
      while (begun++ < histories) await live(lines, admin)
    }),
  )
}

type Line = { _id: string; variantId: string }

/** A cart from its placing to its end, and what the owner does meanwhile. Requests that a kill breaks off stay so. */
async function live(lines: Line[], admin: { cookie: string }): Promise<void> {
  const count = 1 + Math.floor(Math.random() * 3)
  const first = Math.floor(Math.random() * lines.length)
  const products = Array.from({ length: count }, (_, n) => lines[(first + n * 2) % lines.length] as Line).map(line => ({
    ...line,
    quantity: fromAll([1, 1, 2, 5]),
  }))
  const placed = await placeOnceOpen(products)
  if (Math.random() < 0.15) await recount(fromAll(lines).variantId, admin)
  if (placed.status === 409) await Promise.all(products.map(({ variantId }) => recount(variantId, admin)))
  if (placed.status !== 200) return note(`refused with ${placed.status}`)
  const session: string = JSON.parse(placed.body).id
  const end = fromAll(Object.keys(ends))
  note(end)
  await ends[end]?.(session, admin)
}

/** Comes again after a kill. The order that was broken off may be there, and then expires. */
async function placeOnceOpen(products: object[]): Promise<Reply> {
  for (;;) {
    const placed = await visit('checkout', '/api/orders/create-checkout-session', json({ products }))
    if (placed.status !== 0) return placed
    note('placed once more after a kill')
    await sleep(100)
  }
}

const ends: Record<string, (session: string, admin: { cookie: string }) => Promise<unknown>> = {
  paid: payFor,
  'paid and refunded': async (session, admin) => {
    await payFor(session)
    const id = await stubborn(() => shop.one<string>('select id from "order" where payment_session = $1', [session]))
    await visit('refund', `/api/orders/refund/${id}`, { method: 'POST', headers: admin })
  },
  'given up': giveUp,
  'paid while given up': session => Promise.all([payFor(session), giveUp(session)]),
  'left to expire': async () => undefined,
  'expired early': session =>
    stubborn(async () => {
      await shop.query(`update sandbox.session set expires_at = now() where id = $1`, [session])
      await visit('payment page', `/sandbox/pay/${session}`)
    }),
  'paid late': async session => {
    await giveUp(session)
    if (!told.freed.has(session)) return
    told.freed.delete(session)
    await stubborn(async () => {
      const isThere = await shop.one<number>('select count(*)::int from sandbox.event where payload like $1', [
        `%completed%${session}%`,
      ])
      if (!isThere) await chargeLate(session)
    })
  },
}

async function payFor(session: string): Promise<void> {
  if (!(await pay(session))) return
  told.paid.add(session)
  if (Math.random() < 0.5) await comeBack(session)
}

async function giveUp(session: string): Promise<void> {
  const { status, body } = await letGo(session)
  if (status === 200 && JSON.parse(body).data.paymentState === 'expired') told.freed.add(session)
}

/** The owner looks at a size, and counts as many pieces as there are to sell, and a few more or less. */
async function recount(variantId: string, admin: { cookie: string }): Promise<Reply> {
  const look = `select on_hand + (
      select coalesce(sum(quantity - owed), 0)::int from order_line join "order" on "order".id = order_line.order_id
      where variant_id = stock.variant_id and payment_state in ('paid', 'review') and status in ('pending', 'processing')
    ) from stock where variant_id = $1`
  const seen = await stubborn(() => shop.one<number>(look, [variantId]))
  note('with a count')
  return await sendCount(admin, { variantId, shelf: seen + fromAll([-1, 3, 10]), seen })
}

/** Repeats what the trial itself does in the database, until that is there again. */
async function stubborn<T>(what: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await what()
    } catch (error) {
      if (!isDatabaseBusy(error)) throw error
      await sleep(50)
    }
  }
}

/** Counts that must be 0 after an hour. */
async function countFaults() {
  const count = (sql: string, sessions?: Set<string>) => shop.one<number>(sql, sessions && [[...sessions]])
  return {
    heldByEnded: await count(
      `select count(*)::int from (
         select from stock_movement move join "order" on "order".id = move.order_id
         where payment_state <> 'awaiting' group by move.order_id, variant_id having sum(held) <> 0
       ) ended`,
    ),
    stillHeld: await count('select coalesce(sum(held), 0)::int from stock'),
    lost: await count(
      `select count(*)::int from unnest($1::text[]) told where not exists (
         select from "order" where payment_session = told and payment_state in ('paid', 'review', 'refunded'))`,
      told.paid,
    ),
    freedNot: await count(
      `select count(*)::int from unnest($1::text[]) told where not exists (
         select from "order" where payment_session = told and payment_state = 'expired')`,
      told.freed,
    ),
  }
}

await inLane(work)
