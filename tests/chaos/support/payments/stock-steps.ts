import { signInAdmin } from '../admin.ts'
import { chargeLate, letGo, sellSizes, sendCount } from '../counted.ts'
import { hold, one, until, untilHeld } from '../shop-in-hand.ts'
import { buy, pay } from '../shoppers.ts'
import { openSender } from './payment-events.ts'
import { bought, lockRow, orderOf, type PaymentStep, stateOf } from './payment-steps.ts'

const lockStock = 'select 1 from stock where variant_id = $1 for update'
const lockLedger = 'lock table stock_movement'

/** The lock that a step stops at. */
type Lock = (product: string, order: string) => Promise<() => Promise<void>>
const atStock: Lock = product => hold(lockStock, [product])
const atLedger: Lock = () => hold(lockLedger)
const atOrder: Lock = (_, order) => hold(lockRow, [order])

async function holding(product: string, lock: Lock) {
  const release = await lock(product, '')
  void buy(product)
  await untilHeld()
  return { release }
}

/** Does something with an order that awaits its payment, while a lock makes the shop wait. */
async function leaving(product: string, lock: Lock, leave: (session: string) => Promise<unknown>) {
  const session = await bought(product)
  const order = await orderOf(session)
  const release = await lock(product, order)
  void leave(session)
  await untilHeld()
  return { order, release }
}

/** Counts a size for the first time of which a piece is being paid for. */
async function counting(lock: string) {
  const { id } = await sellSizes()
  const order = await orderOf(await bought(id))
  const admin = await signInAdmin()
  const release = await hold(lock)
  void sendCount(admin, { variantId: id, shelf: 5, seen: null })
  await untilHeld()
  return { order, release }
}

async function payLate(product: string, lock: Lock) {
  const session = await bought(product)
  const order = await orderOf(session)
  await letGo(session)
  const send = await openSender()
  const release = await lock(product, order)
  void Promise.allSettled([send(await chargeLate(session))]) // the shop is killed meanwhile
  await untilHeld()
  return { order, release }
}

/** The steps of holding, selling, releasing and counting pieces. The product is counted, in one size. */
export const stockSteps: PaymentStep[] = [
  { name: 'holding: waits for the pieces', reach: product => holding(product, atStock), ends: 'no order' },
  { name: 'holding: held, the ledger does not know', reach: product => holding(product, atLedger), ends: 'no order' },
  { name: 'selling: waits for the pieces', reach: product => leaving(product, atStock, pay), ends: 'paid' },
  { name: 'selling: sold, the ledger does not know', reach: product => leaving(product, atLedger, pay), ends: 'paid' },
  {
    name: 'releasing: the page has expired, the order does not know, and no event comes',
    faults: 'drop-events',
    reach: product => leaving(product, atOrder, letGo),
    ends: 'expired',
  },
  { name: 'releasing: waits for the pieces', reach: product => leaving(product, atStock, letGo), ends: 'expired' },
  {
    name: 'releasing: released, the ledger does not know',
    reach: product => leaving(product, atLedger, letGo),
    ends: 'expired',
  },
  {
    name: 'releasing: committed, not answered yet',
    async reach(product) {
      const session = await bought(product)
      const order = await orderOf(session)
      void letGo(session)
      await until('an expired order', async () => (await stateOf(order)) === 'expired')
      return { order }
    },
    ends: 'expired',
  },
  { name: 'late money: waits for the pieces', reach: product => payLate(product, atStock), ends: 'paid' },
  { name: 'late money: taken, the ledger does not know', reach: product => payLate(product, atLedger), ends: 'paid' },
  { name: 'counting: the ledger does not know', reach: () => counting(lockLedger), ends: 'awaiting' },
  { name: 'counting: the audit does not know', reach: () => counting('lock table audit'), ends: 'awaiting' },
  {
    name: 'counting again: the ledger does not know',
    async reach(product) {
      const admin = await signInAdmin()
      const seen = await one<number>(
        `select on_hand + (
           select coalesce(sum(quantity), 0)::int from order_line join "order" on "order".id = order_line.order_id
           where variant_id = stock.variant_id and payment_state in ('paid', 'review')
         ) from stock where variant_id = $1`,
        [product],
      )
      const release = await hold(lockLedger)
      void sendCount(admin, { variantId: product, shelf: seen + 1, seen })
      await untilHeld()
      return { release }
    },
    ends: 'no order',
  },
]
