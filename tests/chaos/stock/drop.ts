// A thousand buyers come for the last pieces of a few sizes, over two processes of the shop.
import { countAll, countMiscounted, type Sized, sellSizes } from '../support/counted.ts'
import { atOnce } from '../support/load/at-once.ts'
import { percentile } from '../support/load/open-loop.ts'
import * as shop from '../support/shop-in-hand.ts'
import { buy, comeBack, json, pay, type Reply, visit } from '../support/shoppers.ts'
import type { TrialContext } from '../support/trial.ts'

const drops = 10
const pieces = 10
const buyers = { full: 1_000, short: 150 }
/** Of each process, which serves 64 checkouts at once. */
const atOnceEach = 48
const othersAtOnce = 2
const maxRefusalMs = 300
const maxLines = 3

interface Line {
  _id: string
  variantId: string
  quantity: number
}

/** @param shops the origins of the processes */
export async function tryDrops(trial: TrialContext, shops: string[]): Promise<void> {
  const { none, note, atMost, times, scale } = trial
  const buyersEach = scale < 1 ? buyers.short : buyers.full
  const other = await shop.sellProduct(2_500)
  const replies: Reply[] = []
  const rates: { before: number; meanwhile: number }[] = []
  let [oversold, unsold, miscounted] = [0, 0, 0]

  for (let n = 0; n < times(drops); n++) {
    const goods = [await sellSizes(['alpha-S', 'alpha-M', 'alpha-L']), await sellSizes(), await sellSizes()]
    const variants = goods.flatMap(product => product.variants)
    await countAll(goods, pieces)
    const before = sellOthers(other, shops)
    await shop.until('other orders', () => before.count() >= 20)
    const rateBefore = await before.end()
    const meanwhile = sellOthers(other, shops)
    const answers = await rush(goods, shops, buyersEach)
    rates.push({ before: rateBefore, meanwhile: await meanwhile.end() })
    replies.push(...answers)

    for (const left of await promisedOf(variants)) {
      oversold += Math.max(0, left - pieces)
      unsold += Math.max(0, pieces - left)
    }
    miscounted += await countMiscounted(variants, pieces)
    await settleHalf(answers.filter(isServed), shops)
    miscounted += await countMiscounted(variants, pieces)
  }

  const refused = replies.filter(isSoldOut)
  const others = replies.filter(reply => !isServed(reply) && !isSoldOut(reply))
  for (const { status, body } of others.slice(0, 5)) console.error(status, body.slice(0, 300))
  note('drops', `${times(drops)}, each of ${buyersEach} buyers for ${pieces} pieces of each of 5 sizes`)
  note('of them served, and told that too little is left', `${replies.filter(isServed).length} and ${refused.length}`)
  none('of them answered in any other way', others.length)
  none('pieces sold that were not there', oversold)
  none('pieces there that nobody was sold', unsold)
  none('pieces neither on the shelf nor held nor sold afterwards, or twice', miscounted)
  const waits = refused.map(({ from, to }) => to - from)
  atMost('95 of 100 were told that too little is left within', maxRefusalMs, percentile(waits, 0.95), 'ms')
  const median = (rate: keyof (typeof rates)[0]) =>
    Math.round(
      percentile(
        rates.map(each => each[rate]),
        0.5,
      ),
    )
  note('orders of other goods a second before and meanwhile', `${median('before')} and ${median('meanwhile')}`)
}

const isServed = ({ status }: Reply) => status === 200
const isSoldOut = ({ status, body }: Reply) => status === 409 && JSON.parse(body).code === 'sold_out'

/** Every buyer has a cart of one to three lines, in any order. */
async function rush(goods: Sized[], shops: string[], count: number): Promise<Reply[]> {
  const lines = goods.flatMap(({ id, variants }) => variants.map(variantId => ({ _id: id, variantId })))
  const answers: Reply[] = []
  const share = Array.from({ length: count / shops.length }, (_, n) => n)
  await Promise.all(
    shops.map(at =>
      atOnce(atOnceEach, share, async () => {
        const order = json({ products: cartOf(lines) })
        answers.push(await visit('checkout', '/api/orders/create-checkout-session', order, at))
      }),
    ),
  )
  return answers
}

function cartOf(lines: Omit<Line, 'quantity'>[]): Line[] {
  const shuffled = lines.map(line => ({ line, at: Math.random() })).toSorted((a, b) => a.at - b.at)
  const size = 1 + Math.floor(Math.random() * maxLines)
  return shuffled.slice(0, size).map(({ line }) => ({ ...line, quantity: Math.random() < 0.2 ? 2 : 1 }))
}

/** How many pieces of each size are held or sold, as its orders say. */
async function promisedOf(variants: string[]): Promise<number[]> {
  const rows = await shop.query<{ n: number }>(
    `select coalesce(sum(quantity) filter (where payment_state in ('awaiting', 'paid')), 0)::int as n
     from unnest($1::uuid[]) size (id) left join order_line on variant_id = size.id left join "order" on "order".id = order_line.order_id
     group by size.id`,
    [variants],
  )
  return rows.map(({ n }) => n)
}

/** Every second buyer pays, the others go back to the shop. */
async function settleHalf(served: Reply[], [at = shop.origin, other = at]: string[]): Promise<void> {
  await atOnce(16, served, async ({ body }, n) => {
    const session: string = JSON.parse(body).id
    const isSettled =
      n % 2
        ? (await pay(session, at)) && (await comeBack(session, other))
        : (await visit('let go', '/api/orders/let-go', json({ session_id: session }), other)).status === 200
    if (!isSettled) throw new Error('A payment page could not be left')
  })
}

/** Shoppers who order what is not counted, over and over. */
function sellOthers(product: string, shops: string[]) {
  let isOpen = true
  let orders = 0
  const begun = performance.now()
  const lanes = shops.flatMap(at =>
    Array.from({ length: othersAtOnce }, async () => {
      while (isOpen) if (await buy(product, 1, at)) orders += 1
    }),
  )
  return {
    count: () => orders,
    /** @returns the orders per second */
    async end(): Promise<number> {
      isOpen = false
      await Promise.all(lanes)
      return (orders / (performance.now() - begun)) * 1_000
    },
  }
}
