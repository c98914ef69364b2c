// Random lives of orders: shipped, sent back, swapped, refunded, refused, withdrawn from, each step doubled, while the shop is killed.
//   node tests/chaos/returns.ts [--seed N]
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newToken } from '#server/http/sessions.ts'
import { countBrokenRules, signInAdmin } from './support/admin.ts'
import { atOnce } from './support/load/at-once.ts'
import * as shop from './support/shop-in-hand.ts'
import { comeBack, json, pay, underWay, visit } from './support/shoppers.ts'
import { type TrialContext, trial } from './support/trial.ts'

const { one, query } = shop
const lanes = 6
/** A start of the shop takes seconds. */
const patienceMs = 60_000
const mishaps = ['', 'api-cut=0.2', 'duplicate,reorder', 'api-5xx=0.2']

const statuses = new Map<string, number>()
let isOver = false

const upTo = (most: number) => Math.floor(Math.random() * (most + 1))
const pick = <T>(all: readonly T[]): T | undefined => all[upTo(all.length - 1)]

interface Dress {
  id: string
  sizes: string[]
}

async function sellDress(): Promise<Dress> {
  const id = await shop.sellProduct(2_999)
  await query('update variant set deleted_at = now() where product_id = $1', [id])
  const sizes = ['alpha-S', 'alpha-M', 'alpha-L'].map(size => ({ id: randomUUID(), size }))
  for (const [place, { id: variant, size }] of sizes.entries()) {
    await query('insert into variant (id, product_id, size, place, created_at) values ($1, $2, $3, $4, now())', [
      variant,
      id,
      size,
      place,
    ])
    if (size === 'alpha-L') continue // is not counted
    await query('insert into stock (variant_id, product_id, on_hand, held) values ($1, $2, 400, 0)', [variant, id])
    await query("insert into stock_movement (variant_id, kind, on_hand, at) values ($1, 'counted', 400, now())", [
      variant,
    ])
  }
  return { id, sizes: sizes.map(each => each.id) }
}

/** Sends a request twice at once, and again until the shop has answered. */
async function insist(what: string, path: string, init: RequestInit): Promise<number> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(100)) {
    const answers = await Promise.all([visit(what, path, init), visit(what, path, init)])
    const status = answers.map(answer => answer.status).find(each => each >= 200 && each < 500)
    for (const { status: each } of answers)
      if (each === 500) statuses.set(`${what} 500`, (statuses.get(`${what} 500`) ?? 0) + 1)
    if (status === undefined) continue
    const name = `${what} ${status < 400 ? 'done' : 'refused'}`
    statuses.set(name, (statuses.get(name) ?? 0) + 1)
    return status
  }
  throw new Error(`${what} was never answered`)
}

interface Life {
  id: string
  orderId: string
  number: number
  pieces: number
  dress: Dress
  /** Opens the order. */
  key: string
  cookie: string
  returns: string[]
}

async function beginLife(dress: Dress, cookie: string): Promise<Life | undefined> {
  const [key, pieces] = [newToken(), 1 + upTo(2)]
  const bought = json({ products: [{ _id: dress.id, variantId: pick(dress.sizes), quantity: pieces }] })
  let body = ''
  for (const end = Date.now() + patienceMs; body === ''; await sleep(100)) {
    const init = { ...bought, headers: { ...bought.headers, 'order-key': key } }
    const answer = await visit('checkout', '/api/orders/create-checkout-session', init)
    if (answer.status === 200) body = answer.body
    else if (answer.status === 409 || Date.now() > end) return undefined
  }
  const { id: session } = JSON.parse(body)
  for (let tries = 0; tries < 100 && !(await pay(session)); tries++) await sleep(100)
  for (let tries = 0; tries < 100 && !(await comeBack(session)); tries++) await sleep(100)
  const [order] = await query<{ id: string; order_id: string; number: number }>(
    'select id, order_id, number from "order" where payment_session = $1',
    [session],
  )
  return (
    order && { id: order.id, orderId: order.order_id, number: order.number, pieces, dress, key, cookie, returns: [] }
  )
}

const asStaff = ({ cookie }: Life, body: object = {}, method = 'POST'): RequestInit => {
  const { headers, ...sent } = json(body)
  return { ...sent, method, headers: { ...headers, cookie } }
}
const asBuyer = ({ key }: Life, body: object = {}): RequestInit => {
  const { headers, ...sent } = json(body)
  return { ...sent, headers: { ...headers, 'order-key': key } }
}

const reasons = ['too small', 'too large', 'look', 'quality', 'faulty', 'late', 'other']

type Step = (life: Life) => Promise<number>
const ofReturn =
  (path: string, body: () => object = () => ({}), method = 'POST'): Step =>
  async life => {
    const id = pick(life.returns)
    if (!id) return 0
    const name = path || 'refund'
    return await insist(
      `${method === 'DELETE' ? 'drop' : name}`,
      `/api/returns/${id}/${path}`,
      asStaff(life, body(), method),
    )
  }

const steps: Step[] = [
  life => insist('ship', '/api/orders/ship', asStaff(life, { orders: [life.id] })),
  async life => {
    const id = randomUUID()
    const swap = Math.random() < 0.5 ? pick(life.dress.sizes) : undefined
    const sent = Math.random() < 0.2 ? pick(life.dress.sizes) : undefined
    const line = {
      position: 0,
      quantity: 1 + upTo(life.pieces - 1),
      reason: pick(reasons),
      ...(swap && { swap }),
      ...(sent && { variantId: sent }),
    }
    const status = await insist('ask', `/api/returns/of/${life.orderId}`, asBuyer(life, { id, lines: [line] }))
    if (status === 200) life.returns.push(id)
    return status
  },
  ofReturn('arrival', () => {
    const arrived = 1 + upTo(2)
    return { lines: [{ position: 0, arrived, restocked: upTo(arrived) }] }
  }),
  ofReturn('arrival', () => ({ lines: [{ position: 0, arrived: 1, restocked: 0 }] })),
  ofReturn('swap', () => ({ id: randomUUID(), carrier: 'DHL' })),
  ofReturn('swap', () => ({}), 'DELETE'),
  ofReturn('refuse', () => ({ refusal: 'It was worn.' })),
  ofReturn('close'),
  async life => {
    const id = pick(life.returns)
    const path = `/api/returns/of/${life.orderId}/${id}/cancel`
    return id ? await insist('cancel', path, asBuyer(life)) : 0
  },
  async life => {
    const returnId = Math.random() < 0.8 ? pick(life.returns) : undefined
    const lines = [{ position: 0, quantity: 1 + upTo(life.pieces - 1) }]
    const body = { key: randomUUID(), lines, ...(returnId && { returnId }) }
    return await insist('refund', `/api/orders/refund/${life.id}`, asStaff(life, body))
  },
  async life => {
    const id = randomUUID()
    const statement = { id, name: 'Ada', contract: `#${life.number}`, email: 'ada@shop.test', pieces: null }
    const status = await insist('withdraw', '/api/withdrawals', json(statement))
    if (status === 200) life.returns.push(id)
    return status
  },
]

async function live(life: Life): Promise<void> {
  await steps[0]?.(life)
  for (let n = 2 + upTo(8); n > 0; n--) await pick(steps)?.(life)
}

async function killMeanwhile(kills: number): Promise<number> {
  let done = 0
  for (; done < kills && !isOver; done++) {
    await sleep(1_000 + Math.random() * 2_000)
    while (underWay() === 0 && !isOver) await sleep(1)
    await shop.kill()
    await shop.start(mishaps[done % mishaps.length])
  }
  return done
}

async function letAllEnd(): Promise<void> {
  await shop.kill()
  await query('update sandbox.event set due_at = now() where due_at > now()')
  await shop.start()
  await shop.until(
    'that every refund has ended',
    async () =>
      (await one<number>(`select (select count(*) from refund where state = 'asked')::int
      + (select count(*) from sandbox.event where due_at is not null)::int`)) === 0,
  )
}

const faults: Record<string, string> = {
  'lines of which more came back than was sent': `
    select count(*)::int from (
      select return.order_id, position, sum(arrived) as came, coalesce(sum(return_line.quantity) filter (where swap_state = 'sent'), 0) as swapped
      from return_line join return on return.id = return_id where num_nonnulls(refused_at, cancelled_at) = 0 group by 1, 2
    ) back join order_line using (order_id, position) where came > order_line.quantity + swapped`,
  'lines of which more went on the shelf than came back':
    'select count(*)::int from return_line where restocked > arrived',
  'orders of which more went back than was paid': `
    select count(*)::int from "order" where refunded_cents > amount_cents or refunded_cents < (
      select coalesce(sum(cents), 0) from refund where refund.order_id = "order".id and state = 'done')`,
  'sizes that hold other than the open swaps': `
    select count(*)::int from stock where held <> (
      select coalesce(sum(quantity), 0) from return_line where swap_variant_id = stock.variant_id and swap_state = 'held'
    ) + (
      select coalesce(sum(order_line.quantity), 0) from order_line join "order" on "order".id = order_line.order_id
      where variant_id = stock.variant_id and payment_state = 'awaiting' and takes_stock)`,
  'returns with an open swap that has ended otherwise': `
    select count(*)::int from return_line join return on return.id = return_id
    where swap_state in ('held', 'uncounted') and num_nonnulls(settled_at, refused_at, cancelled_at) > 0`,
  'steps told twice': `
    select count(*)::int from (select from mail where return_id is not null group by kind, return_id having count(*) > 1) twice`,
}

async function tryLives({ times, none, note }: TrialContext): Promise<void> {
  const dresses = await Promise.all(Array.from({ length: 20 }, sellDress))
  const { cookie } = await signInAdmin()
  const killing = killMeanwhile(times(60))
  let lived = 0
  await atOnce(
    lanes,
    Array.from({ length: times(2_000) }, (_, n) => n),
    async n => {
      const life = await beginLife(dresses[n % dresses.length] as Dress, cookie)
      if (!life) return
      await live(life)
      lived += 1
    },
  )
  isOver = true
  note('histories, kills meanwhile', `${lived}, ${await killing}`)
  await letAllEnd()
  note(
    'steps',
    [...statuses]
      .toSorted()
      .map(([name, n]) => `${name} ${n}`)
      .join(', '),
  )
  none('answers of 500', [...statuses].filter(([name]) => name.endsWith('500')).length)
  for (const [what, sql] of Object.entries(faults)) none(what, await one<number>(sql))
}

await trial(
  'Whatever happens to an order, no more comes back than was sent, and no more money than was paid.',
  async trial => {
    try {
      await shop.start()
      await tryLives(trial)
      trial.none('rules broken on the Proof page', await countBrokenRules())
    } finally {
      await shop.cleanUp()
    }
  },
)
