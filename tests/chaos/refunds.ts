// Refunds of parts, doubled and at once, while the provider's answers are lost and the shop is killed.
//   node tests/chaos/refunds.ts [--seed N]
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { countBrokenRules, signInAdmin } from './support/admin.ts'
import { atOnce } from './support/load/at-once.ts'
import * as shop from './support/shop-in-hand.ts'
import { buy, comeBack, json, pay, underWay, visit } from './support/shoppers.ts'
import { type TrialContext, trial } from './support/trial.ts'

const { one, query } = shop
const priceCents = 2_999
const lanes = 4
/** A start of the shop takes seconds. */
const patienceMs = 60_000

/** The faults that the provider injects meanwhile, in turn. */
const mishaps = ['api-cut=0.3', 'duplicate,reorder', 'api-5xx=0.3', 'drop-events=0.5,api-cut=0.2', 'empty-balance=0.2']

const outcomes = { accepted: 0, refused: 0, unanswered: 0 }
/** The refunds that the shop confirmed. */
const confirmed = new Set<string>()
/** The answers that were neither. */
const others = new Set<string>()
let isOver = false

async function placeOrders(orders: number): Promise<string[]> {
  const product = await shop.sellProduct(priceCents)
  const ids: string[] = []
  for (let n = 0; n < orders; n++) {
    const session = await buy(product, 9)
    if (!session || !(await pay(session)) || !(await comeBack(session))) throw new Error('An order could not be paid')
    ids.push(await one<string>('select id from "order" where payment_session = $1', [session]))
  }
  return ids
}

/** One refund, sent twice at once, and again until the shop has answered. */
async function refund(order: string, cookie: string): Promise<void> {
  const key = randomUUID()
  const pieces = Math.floor(Math.random() * 3)
  const amount = pieces === 0 || Math.random() < 0.3 ? Math.ceil(Math.random() * 900) / 100 : undefined
  const sent = json({ key, lines: [{ position: 0, quantity: pieces }], ...(amount && { amount }) })
  const send = async () => {
    const headers = { ...sent.headers, cookie }
    const { status, body } = await visit('refund', `/api/orders/refund/${order}`, { ...sent, headers })
    return { status, isWaiting: body.includes('"refunding"') && status === 409 }
  }
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(100)) {
    const answers = await Promise.all([send(), send()])
    const statuses = answers.map(({ status }) => status)
    if (statuses.includes(200)) {
      outcomes.accepted += 1
      confirmed.add(key)
      return
    }
    if (answers.some(({ status, isWaiting }) => !isWaiting && (status === 400 || status === 409))) {
      outcomes.refused += 1
      return
    }
    others.add(statuses.join(' and '))
  }
  outcomes.unanswered += 1
}

async function killMeanwhile(kills: number): Promise<number> {
  let done = 0
  for (; done < kills && !isOver; done++) {
    await sleep(300 + Math.random() * 700)
    while (underWay() === 0 && !isOver) await sleep(1)
    await shop.kill()
    await shop.start(mishaps[done % mishaps.length])
  }
  return done
}

/** Restarts without faults, and waits until every refund has ended and every event was taken. */
async function letAllEnd(): Promise<void> {
  await shop.kill()
  await query('update sandbox.event set due_at = now() where due_at > now()')
  await shop.start()
  await shop.until('that every refund has ended', async () => {
    const open = await one<number>(`select (select count(*) from refund where state = 'asked')::int
      + (select count(*) from sandbox.event where due_at is not null)::int
      + (select count(*) from mail where due_at is not null and kind in ('part-refunded', 'order-refunded'))::int`)
    return open === 0
  })
}

const atProvider = `
  select o.id, o.amount_cents, o.refunded_cents, o.payment_state,
    coalesce((select sum(amount) from sandbox.refund where payment_intent = session.payment_intent and status <> 'failed'), 0)::int as back
  from "order" o join sandbox.session session on session.id = o.payment_session`

const faults: Record<string, string> = {
  'orders of which more went back than was paid': `select count(*)::int from (${atProvider}) each where back > amount_cents`,
  'orders of which shop and provider say different sums': `
    select count(*)::int from (${atProvider}) each where back <> refunded_cents`,
  'orders refunded in full and not marked so, or the other way round': `
    select count(*)::int from (${atProvider}) each where (back = amount_cents) <> (payment_state = 'refunded')`,
  'refunds made twice at the provider': `
    select count(*)::int from (
      select 1 from sandbox.refund group by metadata ->> 'refundId' having count(*) > 1
    ) twice`,
  'refunds at the provider of another sum than in the shop': `
    select count(*)::int from sandbox.refund made left join refund on refund.id::text = made.metadata ->> 'refundId'
    where refund.cents is distinct from made.amount or refund.state <> 'done'`,
  'refunds in the shop that the provider did not make': `
    select count(*)::int from refund where state = 'done'
    and not exists (select from sandbox.refund made where made.metadata ->> 'refundId' = refund.id::text)`,
  'refunds that the buyer was not told of, or twice': `
    select count(*)::int from refund where state = 'done' and (
      select count(*) from mail where sent_at is not null and (refund_id = refund.id
        or (kind = 'order-refunded' and mail.order_id = refund.order_id and is_rest))
    ) <> 1`,
}

async function tryRefunds({ times, none, note }: TrialContext): Promise<void> {
  const ids = await placeOrders(times(40))
  const { cookie } = await signInAdmin()
  const wanted = Array.from({ length: times(600) }, (_, n) => ids[n % ids.length] ?? '')
  const killing = killMeanwhile(times(40))
  await atOnce(lanes, wanted, order => refund(order, cookie))
  isOver = true
  const kills = await killing
  await letAllEnd()
  note('refunds of parts, each sent twice at once', `${wanted.length}, ${kills} kills meanwhile`)
  note('of them accepted, refused, unanswered', Object.values(outcomes).join(', '))
  note('other answers', [...others].join('; '))
  const lost = await one<number>(
    `select count(*)::int from unnest($1::uuid[]) confirmed where not exists (
      select from refund where id = confirmed and state = 'done')`,
    [[...confirmed]],
  )
  none('lost: refunds that the shop had confirmed', lost)
  for (const [what, sql] of Object.entries(faults)) none(what, await one<number>(sql))
}

await trial(
  'However refunds of parts are repeated and interrupted, each is made once, and never more than was paid.',
  async trial => {
    try {
      await shop.start()
      await tryRefunds(trial)
      trial.none('rules broken on the Proof page', await countBrokenRules())
    } finally {
      await shop.cleanUp()
    }
  },
)
