// kill -9 of the shop at each named step of checkout and settle, then at random while shoppers buy. Afterwards every payment
// must have its order, every order at most one payment, and nothing may be left for a person to clean up.
//   node bench/kill.ts [random kills, 40]
import { setTimeout as sleep } from 'node:timers/promises'
import * as shop from './shop-in-hand.ts'

const { buy, comeBack, hold, kill, one, pay, query, start, until, untilHeld } = shop
const randomKills = Number(process.argv[2] ?? 40)

const newestOrder = () => one<string | undefined>('select id from "order" order by created_at desc limit 1')
const stateOf = (id: string) => one<string>('select payment_state from "order" where id = $1', [id])
const orderOf = (session: string) =>
  until('the order of a session', () => one<string>('select id from "order" where payment_session = $1', [session]))
const lockRow = 'select 1 from "order" where id = $1 for update'

/** One step: brings the shop there and returns the order, if there is one; the kill follows at once. */
interface Step {
  name: string
  faults?: string
  reach: (product: string) => Promise<{ order?: string; release?: () => Promise<void>; session?: string }>
  /** What has to come of the order without anybody's help, once the shop is open again. */
  ends: 'no order' | 'awaiting' | 'paid'
  /** The shopper pays when the shop is there again. */
  paysLater?: true
}

async function orderAfter(earlier: string | undefined): Promise<string> {
  return await until('a new order', async () => {
    const id = await newestOrder()
    return id === earlier ? undefined : id
  })
}

async function buyUntilOrdered(product: string) {
  const earlier = await newestOrder()
  void buy(product)
  return { order: await orderAfter(earlier) }
}

/** Pays while a lock holds the shop up. */
async function paidBut(product: string, lock: string, who?: string) {
  const session = await bought(product)
  const order = await orderOf(session)
  const release = await hold(lock, lock === lockRow ? [order] : [])
  void pay(session)
  await untilHeld(who)
  return { order, release, session }
}

const bought = (product: string) => until('a session', () => buy(product))

const steps: Step[] = [
  {
    name: 'checkout: the order is being written',
    async reach(product) {
      const release = await hold('lock table order_line')
      void buy(product)
      await untilHeld()
      return { release }
    },
    ends: 'no order',
  },
  {
    name: 'checkout: the order stands, the provider was asked and does nothing',
    faults: 'api-hang',
    async reach(product) {
      const { order } = await buyUntilOrdered(product)
      await sleep(100)
      return { order }
    },
    ends: 'awaiting',
  },
  {
    name: 'checkout: the provider has opened a page, its answer is lost',
    faults: 'api-cut',
    async reach(product) {
      const { order } = await buyUntilOrdered(product)
      await until('a session at the provider', () => sessionsOf(order))
      return { order }
    },
    ends: 'awaiting',
  },
  {
    name: 'checkout: the answer is there, the order is about to note it',
    faults: 'api-delay=300',
    async reach(product) {
      const { order } = await buyUntilOrdered(product)
      const release = await hold(lockRow, [order])
      await untilHeld()
      return { order, release }
    },
    ends: 'awaiting',
  },
  {
    name: 'checkout: the order has noted its page',
    async reach(product) {
      const { order } = await buyUntilOrdered(product)
      await until('a noted page', () => one('select payment_session from "order" where id = $1', [order]))
      return { order }
    },
    ends: 'awaiting',
  },
  {
    name: 'payment: the shopper is typing',
    async reach(product) {
      const session = await bought(product)
      return { order: await orderOf(session), session }
    },
    ends: 'paid',
    paysLater: true,
  },
  {
    name: 'payment: the provider is noting it',
    reach: product => paidBut(product, 'lock table sandbox.event', 'vitrine payments sandbox'),
    ends: 'paid',
    paysLater: true,
  },
  {
    name: 'payment: done, its event not sent yet',
    faults: 'delay=600000',
    async reach(product) {
      const session = await bought(product)
      await pay(session)
      return { order: await orderOf(session) }
    },
    ends: 'paid',
  },
  {
    name: 'settle by event: waits for the order',
    reach: product => paidBut(product, lockRow),
    ends: 'paid',
  },
  {
    name: 'settle by event: event noted, order changed, history not',
    reach: product => paidBut(product, 'lock table order_event'),
    ends: 'paid',
  },
  {
    name: 'settle by event: about to commit',
    reach: product => paidBut(product, 'lock table address'),
    ends: 'paid',
  },
  {
    name: 'settle by event: committed, the event not answered yet',
    async reach(product) {
      const session = await bought(product)
      const order = await orderOf(session)
      void pay(session)
      await until('a paid order', async () => (await stateOf(order)) === 'paid')
      return { order }
    },
    ends: 'paid',
  },
  {
    name: 'settle by confirm: about to commit, no event comes',
    faults: 'drop-events',
    async reach(product) {
      const session = await bought(product)
      await pay(session)
      const release = await hold('lock table address')
      void comeBack(session)
      await untilHeld()
      return { order: await orderOf(session), release }
    },
    ends: 'paid',
  },
  {
    name: 'settle by reconcile: about to commit, no event comes',
    faults: 'drop-events',
    async reach(product) {
      const session = await bought(product)
      await pay(session)
      await kill()
      const release = await hold('lock table address')
      await start('drop-events')
      await untilHeld()
      return { order: await orderOf(session), release }
    },
    ends: 'paid',
  },
]

const sessionsOf = (order: string) =>
  one<number>(
    `select count(*)::int from sandbox.session
     where params->'metadata'->>'orderId' = (select order_id from "order" where id = $1)`,
    [order],
  )

async function killAt({ faults, reach, ends, paysLater }: Step, product: string): Promise<string> {
  if (faults) {
    await kill()
    await start(faults)
  }
  const before = await one<number>('select count(*)::int from "order"')
  const { order, release, session } = await reach(product)
  await kill()
  await release?.()
  await start()
  if (paysLater && session) await until('a payment', () => pay(session))
  if (order && ends === 'paid') await until('a paid order', async () => (await stateOf(order)) === 'paid')
  const made = (await one<number>('select count(*)::int from "order"')) - before
  const result = order ? await stateOf(order) : made === 0 ? 'no order' : `${made} orders`
  return result === ends ? `ok: ${result}` : `WRONG: ${result} instead of ${ends}`
}

/** Sessions whose shopper was told, by the provider or the shop, that they are paid. */
const toldPaid = new Set<string>()
let isOpen = true

/** Buys again and again; where the shop breaks off, the same shopper tries the same again. */
async function goShopping(products: string[]): Promise<void> {
  while (isOpen) {
    const product = products[Math.floor(Math.random() * products.length)] ?? ''
    const session = await buy(product, 1 + Math.floor(Math.random() * 3))
    await sleep(Math.random() * 100)
    if (!session || Math.random() < 0.1) continue
    while (isOpen && !toldPaid.has(session)) {
      if (await pay(session)) toldPaid.add(session)
      else await sleep(50)
    }
    if (Math.random() < 0.5) await comeBack(session)
  }
}

async function killAtRandom(products: string[]): Promise<void> {
  const mishaps = [
    '',
    '',
    'duplicate,reorder',
    'delay=400',
    'drop-events=0.3',
    'api-cut=0.2',
    'api-delay=200,duplicate=0.5',
  ]
  const shoppers = Array.from({ length: 3 }, () => goShopping(products))
  for (let n = 0; n < randomKills; n++) {
    await sleep(50 + Math.random() * 1_200)
    await kill()
    await start(mishaps[n % mishaps.length])
  }
  isOpen = false
  await Promise.all(shoppers)
  await kill()
}

/** An hour goes by for everything that is still waiting. */
async function passAnHour(): Promise<void> {
  await query(`update "order" set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
    where payment_state = 'awaiting'`)
  await query("update sandbox.session set expires_at = expires_at - interval '1 hour' where status = 'open'")
  await query('update sandbox.event set due_at = now() where due_at > now()')
  await query('update mail set next_try_at = now() where next_try_at > now()')
  await start()
  await until('that nothing waits any more', async () => {
    const waiting = await one<number>(`select (select count(*) from "order" where payment_state = 'awaiting')::int
      + (select count(*) from sandbox.event where due_at is not null)::int
      + (select count(*) from mail where next_try_at is not null)::int`)
    return waiting === 0
  })
}

/** What the provider charged for an order, reckoned from its own books. */
const charges = `
  select params->'metadata'->>'orderId' as order_id, (
    select sum((line->>'quantity')::bigint * (line->'price_data'->>'unit_amount')::bigint)
    from jsonb_array_elements(params->'line_items') as line
  ) as cents
  from sandbox.session where status = 'complete'`

const counts: [string, string][] = [
  ['orders', 'select count(*)::int from "order"'],
  ['paid orders', `select count(*)::int from "order" where payment_state = 'paid'`],
  ['orders that ended unpaid', `select count(*)::int from "order" where payment_state = 'expired'`],
  ['payments at the provider', `select count(*)::int from (${charges}) as charge`],
]

/** Each of these must be 0. */
const faults: [string, string][] = [
  [
    'lost: paid at the provider, and no paid order of that amount',
    `select count(*)::int from (${charges}) as charge left join "order" using (order_id)
     where payment_state is distinct from 'paid' or amount_cents is distinct from cents`,
  ],
  [
    'wrong: paid orders without a payment',
    `select count(*)::int from "order" where payment_state = 'paid' and order_id not in (select order_id from (${charges}) as charge)`,
  ],
  [
    'double: orders with two sessions at the provider',
    `select count(*)::int from (select 1 from sandbox.session group by params->'metadata'->>'orderId' having count(*) > 1) as twice`,
  ],
  [
    'double: orders that were paid or begun twice',
    `select count(*)::int from (select 1 from order_event where value in ('paid', 'pending')
     group by order_id, kind having count(*) > 1) as twice`,
  ],
  [
    'half: paid orders without address, lines or history',
    `select count(*)::int from "order" o where payment_state = 'paid' and not (
       exists (select 1 from address where order_id = o.id) and exists (select 1 from order_line where order_id = o.id)
       and exists (select 1 from order_event where order_id = o.id and value = 'pending'))`,
  ],
  [
    'by hand: orders in any other state',
    `select count(*)::int from "order" where payment_state not in ('paid', 'expired')`,
  ],
  [
    'unsaid: paid orders whose buyer was not written to',
    `select count(*)::int from "order" o where payment_state = 'paid'
     and not exists (select 1 from mail where order_id = o.id and sent_at is not null)`,
  ],
  [
    'unsaid: letters about orders that are not paid',
    `select count(*)::int from mail join "order" o on o.id = mail.order_id where payment_state <> 'paid'`,
  ],
  ['by hand: events that were never taken', 'select count(*)::int from sandbox.event where due_at is not null'],
]

async function report(named: [string, string][]): Promise<boolean> {
  const rows: [string, string | number][] = [...named]
  for (const [name, sql] of counts) rows.push([name, await one<number>(sql)])
  const wrong: [string, number][] = []
  for (const [name, sql] of faults) wrong.push([name, await one<number>(sql)])
  const paid = await query<{ id: string }>(`select payment_session as id from "order" where payment_state = 'paid'`)
  for (const { id } of paid) toldPaid.delete(id)
  wrong.push(['lost: the shopper was told it is paid, the order is not', toldPaid.size])
  const letters = await one<number>('select count(*)::int from mail')
  wrong.push(['unsaid: letters too many or too few in the outbox', Math.abs(shop.countLetters() - letters)])
  const slowest = (Math.max(...shop.starts.slice(1)) / 1000).toFixed(2)
  rows.push(['kills', shop.starts.length - 1], ['slowest start after a kill, in seconds', slowest], ...wrong)
  const widest = Math.max(...rows.map(([name]) => name.length))
  for (const [name, value] of rows) console.log(`${name.padEnd(widest)}  ${value}`)
  return wrong.every(([, n]) => n === 0) && named.every(([, result]) => result.startsWith('ok'))
}

try {
  await start()
  const products = await Promise.all([1_999, 12_050, 4_990].map(shop.sellProduct))
  const named: [string, string][] = []
  for (const step of steps) named.push([step.name, await killAt(step, products[0] ?? '')])
  await killAtRandom(products)
  await passAnHour()
  process.exitCode = (await report(named)) ? 0 : 1
} finally {
  await shop.cleanUp()
}
