import { setTimeout as sleep } from 'node:timers/promises'
import { hold, kill, one, start, until, untilHeld } from '../shop-in-hand.ts'
import { buy, comeBack, pay } from '../shoppers.ts'

/**
 * One step of a purchase: brings the shop there and returns the order, if there is one; the kill follows immediately.
 */
export interface PaymentStep {
  name: string
  faults?: string
  reach: (product: string) => Promise<{ order?: string; release?: () => Promise<void>; session?: string }>
  /** The state that the order must reach by itself after the restart. */
  ends: 'no order' | 'awaiting' | 'paid' | 'expired'
  /** The shopper pays after the restart. */
  paysLater?: true
}

const newestOrder = () => one<string | undefined>('select id from "order" order by created_at desc limit 1')
export const stateOf = (id: string) => one<string>('select payment_state from "order" where id = $1', [id])
export const orderOf = (session: string) =>
  until('the order of a session', () => one<string>('select id from "order" where payment_session = $1', [session]))
export const lockRow = 'select 1 from "order" where id = $1 for update'

async function buyUntilOrdered(product: string) {
  const earlier = await newestOrder()
  void buy(product)
  const order = await until('a new order', async () => {
    const id = await newestOrder()
    return id === earlier ? undefined : id
  })
  return { order }
}

/** Pays while a lock makes the shop wait. */
async function paidBut(product: string, lock: string, who?: string) {
  const session = await bought(product)
  const order = await orderOf(session)
  const release = await hold(lock, lock === lockRow ? [order] : [])
  void pay(session)
  await untilHeld(who)
  return { order, release, session }
}

export const bought = (product: string) => until('a session', () => buy(product))

export const paymentSteps: PaymentStep[] = [
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
    name: 'webhook: waits for the order',
    reach: product => paidBut(product, lockRow),
    ends: 'paid',
  },
  {
    name: 'webhook: the order is changed, its history is not',
    reach: product => paidBut(product, 'lock table order_event'),
    ends: 'paid',
  },
  {
    name: 'webhook: all is written but the address',
    reach: product => paidBut(product, 'lock table address'),
    ends: 'paid',
  },
  {
    name: 'webhook: committed, the event not answered yet',
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
    name: 'confirm: about to commit, no event comes',
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
    name: 'reconcile: about to commit, no event comes',
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

/**
 * Kills the shop at a step of a purchase and starts it again.
 * @returns what is wrong afterwards, undefined if nothing is
 */
export async function killWhilePaying(step: PaymentStep, product: string): Promise<string | undefined> {
  const { name, faults, reach, ends, paysLater } = step
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
  if (order && ends !== 'no order') await until(`an order that is ${ends}`, async () => (await stateOf(order)) === ends)
  const made = (await one<number>('select count(*)::int from "order"')) - before
  const result = order ? await stateOf(order) : made === 0 ? 'no order' : `${made} orders`
  return result === ends ? undefined : `${name}: ${result} instead of ${ends}`
}
