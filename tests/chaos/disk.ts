// The disk of a shop is filled up while it is in use, and emptied again.
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostmaster } from '#server/db/embedded/postmaster.ts'
import { countBrokenRules, signInAdmin } from './support/admin.ts'
import * as shop from './support/shop-in-hand.ts'
import { buy, json, listenToAnswers, type Reply, visit } from './support/shoppers.ts'
import { mountSmallDisk } from './support/small-disk.ts'
import { type TrialContext, trial } from './support/trial.ts'

const diskMb = 640
const maxUntilNormalMs = 5_000
/** The shop checks its disk within this time. */
const noticedAfterMs = 1_000

const reads = ['cached page', 'page', 'list', 'product', 'search', 'session']
const writes = ['checkout', 'message']

/** How many of the records that the shop confirmed are missing. */
const countLost = (table: string, column: string, saved: string[]) =>
  shop.one<number>(
    `select count(*)::int from unnest($1::text[]) as saved where saved not in (select ${column} from ${table} where ${column} is not null)`,
    [saved],
  )

await trial('On a full disk the shop shows everything, takes nothing, and goes on by itself.', async trial => {
  const disk = mountSmallDisk(shop.dataDir(), diskMb)
  if (!disk) {
    trial.note('not tried here', 'only root on Linux can make a small disk')
    await shop.cleanUp()
    return
  }
  try {
    await shop.start()
    await fillAgainAndAgain(trial, disk)
    if (trial.scale === 1) await restartWithLittleRoom(trial, disk)
    trial.none('rules broken on the Proof page', await countBrokenRules())
  } finally {
    disk.empty()
    await shop.stop()
    disk.unmount()
    await shop.cleanUp()
  }
})

type Disk = NonNullable<ReturnType<typeof mountSmallDisk>>

async function fillAgainAndAgain({ times, none, atMost, atLeast, note }: TrialContext, disk: Disk): Promise<void> {
  const products = await Promise.all(Array.from({ length: 20 }, (_, n) => shop.sellProduct(1_000 + n)))
  const postmaster = async () => (await findPostmaster(`${shop.dataDir()}/database`))?.pid
  const databaseProcess = await postmaster()
  const full: Reply[] = []
  const all: Reply[] = []
  let fullFrom = Number.POSITIVE_INFINITY
  const stopListening = listenToAnswers(reply => {
    all.push(reply)
    if (reply.from > fullFrom) full.push(reply)
  })
  const emails: string[] = []
  const traffic = askRepeatedly(products, emails)
  const normalAfter: number[] = []

  const rounds = times(20)
  for (let round = 0; round < rounds; round++) {
    await disk.fill(round % 2 ? 100 * 2 ** 20 : 0)
    await sleep(noticedAfterMs)
    fullFrom = performance.now()
    await sleep(noticedAfterMs)
    fullFrom = Number.POSITIVE_INFINITY
    const emptied = performance.now()
    disk.empty()
    await shop.until('a checkout', () => buy(products[0] ?? ''))
    normalAfter.push(performance.now() - emptied)
  }
  const orders = await traffic.stop()
  stopListening()

  const of = (names: string[], replies: Reply[]) => replies.filter(({ what }) => names.includes(what))
  const failed = (replies: Reply[]) => replies.filter(({ status }) => status !== 200)
  const isRefusal = ({ status, retryAfter }: Reply) => status === 503 && retryAfter !== null
  const isTaken = ({ status }: Reply) => status === 200 || status === 201
  note('times the disk was filled up', rounds)
  atLeast('pages, lists and searches asked for meanwhile', rounds * 10, of(reads, full).length, '')
  for (const { what, status, body } of failed(of(reads, all)).slice(0, 5))
    console.error(what, status, body.slice(0, 200))
  none('of these and of those before and after, failed', failed(of(reads, all)).length)
  atLeast('checkouts and letters meanwhile', rounds * 10, of(writes, full).length, '')
  none('of these, not refused with 503 and Retry-After', of(writes, full).filter(reply => !isRefusal(reply)).length)
  const others = of(writes, all).filter(reply => !isTaken(reply) && !isRefusal(reply))
  for (const { what, status, body } of others.slice(0, 5)) console.error(what, status, body.slice(0, 200))
  none('answers to them at any time that were neither', others.length)
  note('checkouts and letters taken while there was room', of(writes, all).filter(isTaken).length)
  none(
    'of these, lost',
    (await countLost('"order"', 'payment_session', orders)) + (await countLost('contact_message', 'subject', emails)),
  )
  none('times the database stopped', (await postmaster()) === databaseProcess ? 0 : 1)
  atMost('takes changes again after there is room', maxUntilNormalMs, Math.max(...normalAfter), 'ms')
}

async function restartWithLittleRoom({ none }: TrialContext, disk: Disk): Promise<void> {
  const product = await shop.sellProduct(1_000)
  await disk.fill(100 * 2 ** 20)
  await shop.stop()
  await shop.start()
  const { status } = await visit('product', `/api/products/${product}`)
  const refused = await buy(product)
  none(
    'with little room left, restarts after which it does not show its products, or takes an order',
    status === 200 && !refused ? 0 : 1,
  )
  disk.empty()
  await shop.until('a checkout', () => buy(product))
}

/** Visitors who browse, search, buy and write until they are stopped. */
function askRepeatedly(products: string[], emails: string[]) {
  const orders: string[] = []
  let isOver = false
  let n = 0
  const product = () => products[n++ % products.length] ?? ''
  const lane = async (ask: () => Promise<unknown>) => {
    for (; !isOver; await sleep(10)) await ask()
  }
  const look = (what: string, path: () => string, init?: RequestInit) => lane(() => visit(what, path(), init))
  async function writeEmail() {
    const subject = `Message ${n++}`
    const email = { name: 'Ada', email: 'ada@shop.test', subject, message: 'Is it silk?'.repeat(50) }
    if ((await visit('message', '/api/contact', json(email))).status === 201) emails.push(subject)
  }
  async function order() {
    const session = await buy(product())
    if (session) orders.push(session)
  }
  const lanes = [
    look('cached page', () => '/'),
    look('page', () => `/shop?maxPrice=${1_000 + n++}`),
    look('list', () => `/api/products?minPrice=1&maxPrice=${1_000 + n++}`),
    look('product', () => `/api/products/${product()}`),
    look('search', () => `/api/search?q=dress+${n++}`),
    signInAdmin().then(headers => look('session', () => '/api/auth/session', { headers })),
    lane(writeEmail),
    lane(order),
  ]
  return {
    async stop() {
      isOver = true
      await Promise.all(lanes)
      return orders
    },
  }
}
