// A drop: 20,000 visitors look at a product in the minute before noon, and 5,000 try to buy its 200 pieces at noon.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { childrenOf } from '../support/cores.ts'
import type { End, Rush, Rushed, Shopped } from './drop/buyers.ts'
import { countBrokenRules, signInAdmin } from './support/admin.ts'
import { countAll, countMiscounted, sellSizes } from './support/counted.ts'
import { type Answered, openAsker, percentile } from './support/load/open-loop.ts'
import * as shop from './support/shop-in-hand.ts'
import { visit } from './support/shoppers.ts'
import { type TrialContext, trial } from './support/trial.ts'

const sizes = ['eu-34', 'eu-36', 'eu-38', 'eu-40', 'eu-42', 'eu-44', 'eu-46', 'eu-48']
const full = {
  visitors: 20_000,
  minuteMs: 60_000,
  buyers: 5_000,
  withinMs: 5_000,
  pieces: 25,
  othersMs: 20_000,
  alerts: 300,
}
const short = { visitors: 400, minuteMs: 2_000, buyers: 300, withinMs: 100, pieces: 1, othersMs: 1_000, alerts: 10 }
const othersPerSecond = 10
const pagesPerSecondAtNoon = 50
const killAfterMs = 1_500
const givesUpEvery = 10
const max = { toldMs: 300, pageMs: 50, dashboardMs: 200, memoryMb: 400, endedMs: 120_000 }
const min = { othersPercent: 80 }
const isWorker = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts')

await trial('A drop sells every piece once, and everybody is told at once.', async trial => {
  const size = trial.scale < 1 ? short : full
  const pages = Array.from({ length: 3 }, openAsker)
  const [buyers, others] = [openBuyers(), openBuyers()]
  try {
    await shop.start('', { WEB_CONCURRENCY: '2' }, shop.startCommand)
    await shop.until('two processes', () => workers().length === 2)
    const goods = await Promise.all(Array.from({ length: 50 }, (_, n) => shop.sellProduct(1_000 + n)))
    const dress = await sellSizes(sizes)
    await countAll([dress], size.pieces)
    const paths = ['/', '/shop', `/shop/${dress.id}`]
    const look = async (perSecond: number, ms: number) =>
      (
        await Promise.all(
          pages.map((page, n) =>
            page.ask({ url: shop.url, path: paths[n] ?? '/' }, { perSecond: perSecond / paths.length, ms }),
          ),
        )
      ).flat()
    const otherOrders = (ms: number): Rush => ({
      ...{ url: shop.url, carts: goods.map(_id => ({ _id })), network: 12, givesUpEvery: Infinity },
      ...{ buyers: Math.round((othersPerSecond * ms) / 1_000), withinMs: ms },
    })
    await look(50, size.othersMs / 4) // warms up
    await others.come({ ...otherOrders(size.othersMs / 4), network: 14 })

    const usual = rateOf((await others.come(otherOrders(size.othersMs))).shopped, size.othersMs)
    const memory = watchMemory()
    const dashboard = workInDashboard()
    const before = await look(size.visitors / (size.minuteMs / 1_000), size.minuteMs)

    await bringBack(size.alerts)
    const noon = performance.now()
    const rush = { url: shop.url, buyers: size.buyers, withinMs: size.withinMs, network: 13, givesUpEvery }
    const [victim] = workers()
    const killed = sleep(killAfterMs).then(() => victim && process.kill(victim, 'SIGKILL'))
    const selling = others.come({ ...otherOrders(size.othersMs), network: 15 })
    const looking = lookOn(() => look(pagesPerSecondAtNoon, 1_000))
    const { shopped, lateMs } = await buyers.come({
      ...rush,
      carts: dress.variants.map(variantId => ({ _id: dress.id, variantId })),
    })
    const tookMs = performance.now() - noon
    const meanwhile = await looking.end()
    const { shopped: sold } = await selling
    await killed
    const dashboardMs = await dashboard.end()
    const most = memory.end()

    report(trial, shopped, size)
    trial.note('the client itself was late, 99 of 100 times within', `${Math.round(lateMs)} ms`)
    await countPieces(trial, dress.variants, size)
    trial.note('until the last of them knew', `${(tookMs / 1_000).toFixed(1)} s`)
    reportPages(trial, 'pages in the minute before', before)
    reportPages(trial, 'pages meanwhile', meanwhile)
    const otherRate = rateOf(sold, size.othersMs)
    trial.note('other orders a second before and meanwhile', `${usual.toFixed(1)} and ${otherRate.toFixed(1)}`)
    trial.atLeast('of the usual rate of other orders', min.othersPercent, (otherRate / usual) * 100, '%')
    trial.none('other orders that were never placed', sold.filter(({ end }) => end !== 'bought').length)
    trial.note('other orders placed within, 95 of 100', `${ms95(sold.map(({ tookMs }) => tookMs))} ms`)
    trial.atMost('the dashboard, 95 of 100 requests', max.dashboardMs, percentile(dashboardMs, 0.95), 'ms')
    trial.note('requests of the dashboard', dashboardMs.length)
    trial.atMost('most memory of one process', max.memoryMb, most.one, 'MB')
    trial.note('most memory of all three together', `${Math.round(most.all)} MB`)
    await shop.until('the e-mails are sent', async () => (await unsent()) === 0)
    trial.note('e-mails sent', shop.countEmails())
    trial.none('of those who waited for a size, told nothing', size.alerts - (await countTold()))
    trial.none('rules broken on the Proof page', await countBrokenRules())
  } finally {
    await Promise.all([...pages, buyers, others].map(each => each.close()))
    await shop.cleanUp()
  }
})

function workers(): number[] {
  return childrenOf(shop.pid()).filter(isWorker)
}

function ms95(values: number[]): number {
  return Math.round(percentile(values, 0.95))
}

function openBuyers() {
  const worker = new Worker(new URL('./drop/buyers.ts', import.meta.url))
  return {
    async come(rush: Rush): Promise<Rushed> {
      worker.postMessage(rush)
      const [rushed] = await once(worker, 'message')
      return rushed
    },
    close: () => worker.terminate(),
  }
}

/** Orders a second, of those that were placed while buyers came. */
function rateOf(shopped: Shopped[], ms: number): number {
  return (shopped.filter(({ end, endedAt }) => end === 'bought' && endedAt <= ms).length / ms) * 1_000
}

function report(trial: TrialContext, shopped: Shopped[], { buyers }: typeof full): void {
  const count = (end: End) => shopped.filter(each => each.end === end).length
  const answers = shopped.flatMap(each => each.answers)
  const said = (what: Shopped['answers'][0]['said']) => answers.filter(each => each.said === what).map(({ ms }) => ms)
  for (const { unexpected } of shopped.filter(each => each.unexpected).slice(0, 5)) console.error(unexpected)
  trial.note('buyers', `${buyers}: ${count('bought')} bought, ${count('gave up')} gave up their payment page`)
  trial.note(
    'told that it is sold out; at last that others are paying',
    `${count('sold out')}; ${count('held by others')}`,
  )
  trial.none('buyers without a definite answer, or with any other', count('no answer') + count('other'))
  const waited = shopped.filter(({ places }) => places.length > 0)
  trial.note(
    'of them waited in line',
    `${waited.length}, the longest from place ${Math.max(0, ...waited.flatMap(each => each.places))}`,
  )
  trial.note(
    'answers: places, held by others, busy without a place, broken by the kill',
    [said('place'), said('held by others'), said('busy'), said('broken')].map(each => each.length).join(', '),
  )
  trial.atMost(
    '95 of 100 were told their place, or that it is sold out, within',
    max.toldMs,
    percentile([...said('place'), ...said('sold out'), ...said('held by others')], 0.95),
    'ms',
  )
  trial.note('of these, their place', `${ms95(said('place'))} ms`)
  trial.note('95 of 100 payment pages', `${ms95(said('payment page'))} ms`)
  trial.none('buyers whose place ever grew', waited.filter(({ grew }) => grew > 0).length)
  trial.atMost(
    'the longest until a definite answer',
    max.endedMs,
    Math.max(...shopped.map(({ tookMs }) => tookMs)),
    'ms',
  )
  const off = waited.flatMap(({ estimate }) =>
    estimate && estimate.seconds > 5 ? [estimate.took / estimate.seconds] : [],
  )
  if (off.length > 0)
    trial.note(
      'it took of the first estimate (above 5 s), half of them, and 95 of 100',
      `${percentile(off, 0.5).toFixed(2)} and ${percentile(off, 0.95).toFixed(2)} times`,
    )
}

async function countPieces(trial: TrialContext, variants: string[], { pieces }: typeof full): Promise<void> {
  const [row] = await shop.query<{ sold: number; held: number }>(
    `select coalesce(sum(quantity) filter (where payment_state = 'paid'), 0)::int as sold,
       coalesce(sum(quantity) filter (where payment_state = 'awaiting'), 0)::int as held
     from order_line join "order" on "order".id = order_line.order_id where variant_id = any ($1::uuid[])`,
    [variants],
  )
  const all = pieces * variants.length
  trial.note('pieces sold', `${row?.sold} of ${all}`)
  trial.none('pieces oversold, or left', Math.abs(all - (row?.sold ?? 0)))
  trial.none(
    'pieces that are neither on the shelf nor held nor sold, or twice',
    await countMiscounted(variants, pieces),
  )
}

function reportPages({ note, none, atMost }: TrialContext, what: string, answers: Answered[]): void {
  const good = answers.filter(({ status }) => status === 200)
  note(
    what,
    `${answers.length}, half within ${percentile(
      good.map(({ ms }) => ms),
      0.5,
    ).toFixed(1)} ms`,
  )
  note(`${what} that the kill has cut off`, answers.filter(({ status }) => status === 0).length)
  none(`${what} refused`, answers.filter(({ status }) => status !== 200 && status !== 0).length)
  atMost(
    `${what}, 99 of 100`,
    max.pageMs,
    percentile(
      good.map(({ ms }) => ms),
      0.99,
    ),
    'ms',
  )
}

/** Repeats until `end`. */
function lookOn(look: () => Promise<Answered[]>) {
  const all: Answered[] = []
  let isOpen = true
  const running = (async () => {
    while (isOpen) all.push(...(await look()))
  })()
  return {
    async end() {
      isOpen = false
      await running
      return all
    },
  }
}

/** The owner, who goes from list to list. */
function workInDashboard() {
  const paths = [
    'stats/admin-stats',
    'stats/today',
    'orders/?page=1&limit=20',
    'stock?page=1&limit=50',
    'stats/sales',
    'orders/packing?page=1&limit=50',
    'proof',
    'audit?page=1&limit=20',
  ]
  const took: number[] = []
  let isOpen = true
  const running = (async () => {
    const headers = await signInAdmin()
    for (let n = 0; isOpen; n++) {
      const { status, from, to } = await visit('dashboard', `/api/${paths[n % paths.length]}`, { headers })
      if (status === 200) took.push(to - from)
      else if (status !== 0) throw new Error(`The dashboard answered ${status} to ${paths[n % paths.length]}`)
      await sleep(250)
    }
  })()
  return {
    async end() {
      isOpen = false
      await running
      return took
    },
  }
}

/** Visitors have waited for a size, and it is counted again at noon. */
async function bringBack(pieces: number): Promise<void> {
  const gown = await sellSizes()
  await shop.query(
    `insert into stock_alert (id, variant_id, email, asked_at, confirmed_at)
     select gen_random_uuid(), $1, 'waiting-' || n || '@shop.test', now(), now() from generate_series(1, $2::int) n`,
    [gown.id, pieces],
  )
  await countAll([gown], pieces)
}

function countTold(): Promise<number> {
  return shop.one<number>('select count(*)::int from stock_alert where told_at is not null')
}
function unsent(): Promise<number> {
  return shop.one<number>(
    `select (select count(*) from stock_alert where told_at is null)::int
       + (select count(*) from mail where next_try_at is not null or due_at is not null)::int`,
  )
}

function watchMemory() {
  const most = { one: 0, all: 0 }
  const look = () => {
    const each = [shop.pid(), ...workers()].map(resident)
    most.one = Math.max(most.one, ...each)
    most.all = Math.max(
      most.all,
      each.reduce((sum, mb) => sum + mb, 0),
    )
  }
  const timer = setInterval(look, 200)
  return {
    end() {
      clearInterval(timer)
      return most
    },
  }
}

/** In MB; 0 for a process that has just ended. */
function resident(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH' || (error as NodeJS.ErrnoException).code === 'ENOENT')
      return 0
    throw error
  }
}
