// The database is stopped, restarted, killed, frozen, slowed and locked while visitors browse, write and buy.
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmaster } from '#server/db/embedded/postmaster.ts'
import { countBrokenRules, signInAdmin } from './support/admin.ts'
import { countBrokenPromises, forgetPromises, letAnHourPass, promised } from './support/payments/books.ts'
import { openPostgres, type Postgres } from './support/postgres.ts'
import * as shop from './support/shop-in-hand.ts'
import { json, type Reply, visit } from './support/shoppers.ts'
import { isGood, isWrong, kinds, letShop } from './support/shopping.ts'
import { type TrialContext, trial } from './support/trial.ts'

/** How long each fault lasts, in the full and in the short form. */
const lastsMs = { full: 3_000, short: 700 }
/** After this time the shop counts a silent connection as lost. */
const frozenMs = 8_000
const max = { untilNormalMs: 5_000 }
/** The shop counts as normal when all has gone well for this long. */
const wellMs = 1_000
const patienceMs = 20_000
/** Faults of the shop's own embedded database. */
const faultsOfOwn: Fault[] = [
  { name: 'its own one, killed', strike: () => endOwn('SIGKILL') },
  { name: 'its own one, stopped', strike: () => endOwn('SIGINT') },
]

interface Fault {
  name: string
  /** Resolves when the fault has ended. */
  strike(lastsMs: number): Promise<void>
}

interface Seen {
  fault: string
  replies: Reply[]
  untilNormalMs: number
  /** The next answer shows a price that changed after the fault. */
  isFresh: boolean
}

await trial(
  'A database that is gone, slow or locked loses nothing, and the shop is well as soon as it is.',
  async trial => {
    const postgres = await openPostgres()
    const seen: Seen[] = []
    try {
      await shop.start('', { DATABASE_URL: postgres.url })
      const ms = trial.scale < 1 ? lastsMs.short : lastsMs.full
      const faults = faultsOf(postgres)
      for (let n = 0; n < trial.times(20); n++) seen.push(await seeThrough(faults[n % faults.length] as Fault, ms))
      await report(trial, seen)
      await shop.cleanUp()

      if (trial.scale < 1) return
      seen.length = 0
      forgetPromises()
      await shop.start('', {})
      for (let n = 0; n < 4; n++) seen.push(await seeThrough(faultsOfOwn[n % faultsOfOwn.length] as Fault, ms))
      await report(trial, seen)
    } finally {
      await shop.cleanUp()
      await postgres.close()
    }
  },
)

function faultsOf({ stop, start, kill, freeze, thaw }: Postgres): Fault[] {
  return [
    {
      name: 'stopped',
      async strike(lastsMs) {
        await stop()
        await sleep(lastsMs)
        await start()
      },
    },
    { name: 'restarted', strike: () => stop().then(start) },
    { name: 'killed', strike: () => kill().then(start) },
    {
      name: 'locked',
      async strike(lastsMs) {
        const release = await shop.hold('lock table "order", product, contact_message, session')
        await sleep(lastsMs)
        await release()
      },
    },
    {
      name: 'slowed to a tenth',
      async strike(lastsMs) {
        for (const end = Date.now() + lastsMs; Date.now() < end; await sleep(20)) {
          freeze()
          await sleep(180)
          thaw()
        }
      },
    },
    {
      name: 'frozen',
      async strike() {
        freeze()
        await sleep(frozenMs)
        thaw()
      },
    },
  ]
}

/** The shop restarts it by itself. */
async function endOwn(signal: NodeJS.Signals): Promise<void> {
  const folder = `${shop.dataDir()}/database`
  const before = await findPostmaster(folder)
  if (before) process.kill(before.pid, signal)
  await shop.until('another database', async () => {
    const next = await findPostmaster(folder)
    return next && next.pid !== before?.pid && (await shop.hasDatabase())
  })
}

async function seeThrough({ name, strike }: Fault, ms: number): Promise<Seen> {
  const product = await shop.sellProduct(4_990)
  const { replies, end } = await letShop(product)
  await sleep(wellMs)
  await strike(ms)
  const undone = performance.now()
  const normal = () => normalSince(replies, undone)
  while (performance.now() - undone < patienceMs && !(performance.now() - normal() > wellMs)) await sleep(20)
  const untilNormalMs = Math.max(0, normal() - undone)
  await end()
  return { fault: name, replies, untilNormalMs, isFresh: await showsNewPrice(product) }
}

/** The time since when every kind of request has succeeded; Infinity if one kind never did. */
function normalSince(replies: Reply[], undone: number): number {
  const lastBad = Math.max(undone, ...replies.filter(each => !isGood(each)).map(({ to }) => to))
  const firstGood = kinds.map(kind =>
    Math.min(...replies.filter(each => each.what === kind && isGood(each) && each.to > lastBad).map(({ to }) => to)),
  )
  return firstGood.includes(Infinity) ? Infinity : lastBad
}

/** Whether the next answer shows a new price: what was cached during the fault must be invalid. */
async function showsNewPrice(product: string): Promise<boolean> {
  const price = 1 + Math.floor(Math.random() * 10_000)
  const { headers, ...request } = json({ price })
  const change = { ...request, method: 'PATCH', headers: { ...headers, ...(await signInAdmin()) } }
  const changed = await visit('new price', `/api/products/update-product/${product}`, change)
  const shown = await visit('product', `/api/products/${product}`)
  return isGood(changed) && JSON.parse(shown.body).data.product.price === price
}

async function report({ none, note, atMost, atLeast }: TrialContext, seen: Seen[]): Promise<void> {
  const all = seen.flatMap(({ replies }) => replies)
  const putOff = all.filter(({ status }) => status === 503)
  const wrong = all.filter(isWrong)
  const hidden = seen.flatMap(({ fault, replies }) =>
    replies
      .filter(each => each.what === 'kept page' && !isGood(each))
      .map(each => ({ ...each, what: `kept page, ${fault}` })),
  )
  for (const { what, status, body } of [...wrong, ...hidden].slice(0, 20))
    console.error(what, status, body.slice(0, 200))
  await letAnHourPass()
  const broken = await countBrokenPromises()
  const taken = Object.values(promised).reduce((sum, { size }) => sum + size, 0)
  note(`the database was ${[...new Set(seen.map(({ fault }) => fault))].join(', ')}`, `${seen.length} times`)
  note('requests meanwhile', all.length)
  atLeast('of these told to come back later', 1, putOff.length, 'requests')
  none('answered otherwise than well or with 503 and Retry-After', wrong.length)
  none('kept pages that were not shown', hidden.length)
  atMost('normal again after', max.untilNormalMs, Math.max(...seen.map(({ untilNormalMs }) => untilNormalMs)), 'ms')
  none('old prices shown after that', seen.filter(({ isFresh }) => !isFresh).length)
  note('messages, orders and payments that the shop said it has', taken)
  none('of these lost, or there twice', broken.ordered + broken.paid + broken.written)
  none('rules broken on the Proof page', await countBrokenRules())
}
