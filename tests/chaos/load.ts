// Ten times as many visitors as the shop can serve: it serves those it can and refuses the others quickly with
// Retry-After.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answered, type Flood, openAsker, percentile } from './support/load/open-loop.ts'
import { openSlowSockets } from './support/load/slow-sockets.ts'
import * as shop from './support/shop-in-hand.ts'
import * as shoppers from './support/shoppers.ts'
import { type TrialContext, trial } from './support/trial.ts'

const tenfold = 10
/** The concurrency that measures the maximum throughput. */
const atOnce = 32
/** A concurrency above the shop's limit. */
const tooMany = 128
/** A buyer is told a place in the line, which all processes share. */
const max = { lateMs: 25, kneeMs: 100, refusalMs: { pages: 50, checkouts: 300 }, memoryMb: 400, untilNormalMs: 10_000 }
const min = { goodPercent: 80, besideSlowPercent: 70 }
/** The duration of each part in milliseconds, in the full and in the short form. */
const full = { warmUp: 20_000, max: 10_000, step: 8_000, flood: 60_000, slow: 30_000 }
const short = { warmUp: 300, max: 300, step: 0, flood: 500, slow: 300 }
/** Fractions of the maximum throughput, tried as the knee. */
const steps = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1]
const slowSockets = 500
const patienceMs = 30_000

const asker = openAsker()
const isGood = ({ status }: Answered) => status === 200
const isPutOff = ({ status, mayComeBack }: Answered) => status === 503 && mayComeBack

await trial('Ten times too many visitors harm neither those who are served nor any payment.', async trial => {
  await shop.start('', {}, shop.startCommand)
  try {
    trial.note('visitors and database have a core of their own', (await shop.partCores()) ? 'yes' : 'no')
    const products = await Promise.all(Array.from({ length: 50 }, (_, n) => shop.sellProduct(1_000 + n)))
    const pages = { url: shop.url, path: '/shop?maxPrice=1#' }
    const bodies = products.map(_id => JSON.stringify({ products: [{ _id, quantity: 1 }] }))
    const checkouts = { url: shop.url, path: '/api/orders/create-checkout-session', bodies }
    await overload(trial, 'pages', pages, products[0] ?? '')
    await overload(trial, 'checkouts', checkouts, products[0] ?? '')
    await meetSlowSockets(trial, pages)
  } finally {
    await asker.close()
    await shop.cleanUp()
  }
})

function lasts({ scale }: TrialContext): typeof full {
  return scale < 1 ? short : full
}

async function overload(
  trial: TrialContext,
  what: keyof typeof max.refusalMs,
  flood: Flood,
  product: string,
): Promise<void> {
  const { note, none, atMost, atLeast, times } = trial
  const ms = lasts(trial)
  await asker.ask(flood, { atOnce: tooMany, ms: ms.warmUp }) // warms up the JIT for refusals, too
  const before = await findLimits(flood, ms)
  const sessions: (string | undefined)[] = []
  while (sessions.length < times(200)) sessions.push(await shoppers.buy(product))
  const memory = watchMemory()
  const payments = payOneByOne(sessions, ms.flood / sessions.length)

  const answers = await asker.ask(flood, { perSecond: before.knee * tenfold, ms: ms.flood })
  const floodEnd = performance.now()
  const paid = await payments
  const maxMb = memory.end()
  const untilNormalMs = await normalAfter(flood, floodEnd)
  const after = await findLimits(flood, ms)
  const busiest = (before.busiest + after.busiest) / 2
  const knee = (before.knee + after.knee) / 2

  const putOff = answers.filter(isPutOff)
  const inTime = answers.filter(({ at }) => at <= ms.flood)
  const beforeAndAfter = (limit: keyof Limits) =>
    `${Math.round(before[limit])} before, ${Math.round(after[limit])} after`
  note(`${what} a second at the most`, beforeAndAfter('busiest'))
  note(`${what} a second up to which 99 of 100 are served within ${max.kneeMs} ms, the knee`, beforeAndAfter('knee'))
  note(`${what} a second that were asked for`, Math.round((answers.length / ms.flood) * 1000))
  none('neither served nor told to come back', answers.filter(each => !isGood(each) && !isPutOff(each)).length)
  atLeast('told to come back', 1, putOff.length, what)
  none(`of ${sessions.length} payments and confirmations meanwhile, refused`, paid.refused)
  note('the slowest of these', `${Math.round(paid.slowestMs)} ms`)
  atMost('most memory', max.memoryMb, maxMb, 'MB')
  const late = percentile(
    answers.map(each => each.late),
    0.95,
  )
  const refusedAfter = percentile(
    putOff.map(each => each.ms),
    0.95,
  )
  const goodPercent = (goodPerSecond(inTime, ms.flood) / knee) * 100
  note('of the most, served', `${Math.round((goodPercent * knee) / busiest)} %`)
  if (trial.scale < 1) return note('of the knee, served', `${Math.round(goodPercent)} %`) // too short to judge
  atMost('95 of 100 were asked not later after they were due than', max.lateMs, late, 'ms')
  atLeast('of the knee, served', min.goodPercent, goodPercent, '%')
  atMost('95 of 100 others were told to come back within', max.refusalMs[what], refusedAfter, 'ms')
  atMost('normal again after', max.untilNormalMs, untilNormalMs, 'ms')
}

/** Requests per second. */
interface Limits {
  /** With 32 requests always in flight. */
  busiest: number
  /** Where queueing begins: the highest rate of independent visitors at which 99 of 100 are served within 100 ms. */
  knee: number
}

/** Measured before and after the flood, because other load on the machine changes meanwhile. */
async function findLimits(flood: Flood, ms: typeof full): Promise<Limits> {
  const busiest = goodPerSecond(await asker.ask(flood, { atOnce, ms: ms.max }), ms.max)
  let knee = 0
  for (const share of ms.step > 0 ? steps : []) {
    const perSecond = busiest * share
    const answers = await asker.ask(flood, { perSecond, ms: ms.step })
    const took = answers.map(each => (isGood(each) ? each.ms : Infinity))
    if (percentile(took, 0.99) > max.kneeMs) break
    knee = perSecond
  }
  return { busiest, knee: knee || busiest }
}

function goodPerSecond(answers: Answered[], ms: number): number {
  return (answers.filter(isGood).length / ms) * 1000
}

/** Buyers who were on the payment page when the flood began: each pays, and must be told so at the first try. */
async function payOneByOne(sessions: (string | undefined)[], everyMs: number) {
  const took: Promise<number | undefined>[] = []
  for (const session of sessions) {
    took.push(payAndComeBack(session))
    await sleep(everyMs)
  }
  const all = await Promise.all(took)
  const good = all.filter(ms => ms !== undefined)
  return { refused: all.length - good.length, slowestMs: Math.max(...good) }
}

/** @returns how long it took, undefined if anything was refused */
async function payAndComeBack(session = ''): Promise<number | undefined> {
  const begun = performance.now()
  const isPaid = (await shoppers.pay(session)) && (await shoppers.comeBack(session))
  return isPaid ? performance.now() - begun : undefined
}

/** The time until twenty requests in a row are served. */
async function normalAfter(flood: Flood, from: number): Promise<number> {
  for (let inARow = 0; inARow < 20; ) {
    const [answer] = await asker.ask(flood, { perSecond: 1_000, ms: 1 })
    inARow = answer && isGood(answer) ? inARow + 1 : 0
    if (performance.now() - from > patienceMs) return Infinity
  }
  return performance.now() - from
}

function watchMemory() {
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${shop.pid()}/status`, 'utf8'))?.[1]) / 1024
  let highest = resident()
  const timer = setInterval(() => {
    highest = Math.max(highest, resident())
  }, 200)
  return {
    end() {
      clearInterval(timer)
      return highest
    },
  }
}

/** Visitors beside clients that send a byte a second, or request pages and never read them. */
async function meetSlowSockets(trial: TrialContext, flood: Flood): Promise<void> {
  const { none, note, atLeast } = trial
  const ms = lasts(trial).slow
  const visit = () => asker.ask(flood, { atOnce: 4, ms })
  const before = await visit()
  const memory = watchMemory()
  const closeSlow = await openSlowSockets(shop.url, slowSockets)
  const meanwhile = await visit()
  const maxMb = memory.end()
  closeSlow()
  none(`good visitors turned away beside ${slowSockets} slow sockets`, meanwhile.filter(each => !isGood(each)).length)
  trial.atMost('most memory beside them', max.memoryMb, maxMb, 'MB')
  const share = (goodPerSecond(meanwhile, ms) / goodPerSecond(before, ms)) * 100
  if (trial.scale < 1) note('pages a second beside them', `${Math.round(share)} % of those without them`)
  else atLeast('pages a second beside them', min.besideSlowPercent, share, '% of those without them')
}
