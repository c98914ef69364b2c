// A payment page is paid at the instant at which its shopper gives it up in another tab.
import { setTimeout as sleep } from 'node:timers/promises'
import { countAll, countMiscounted, sellSizes } from '../support/counted.ts'
import { atOnce } from '../support/load/at-once.ts'
import * as shop from '../support/shop-in-hand.ts'
import { buy, json, pay, visit } from '../support/shoppers.ts'
import type { TrialContext } from '../support/trial.ts'

const instants = 1_000
const shoppers = 12
/** One of the two requests is sent up to so much later than the other. */
const maxApartMs = 12

/** @param shops the origins of two processes: one is paid at, the other is left */
export async function tryExpiry({ times, none, note }: TrialContext, [at = '', other = '']: string[]): Promise<void> {
  const product = await sellSizes()
  const pieces = times(instants)
  await countAll([product], pieces)
  const told: { session: string; isPaid: boolean; state: string }[] = []

  await atOnce(shoppers, Array(pieces).fill(product.id), async () => {
    const session = await buy(product.id, 1, at)
    if (!session) throw new Error('A piece that is there could not be bought')
    const apart = (Math.random() * 2 - 1) * maxApartMs
    const [isPaid, answer] = await Promise.all([
      sleep(Math.max(0, apart)).then(() => pay(session, at)),
      sleep(Math.max(0, -apart)).then(() =>
        visit('let go', '/api/orders/let-go', json({ session_id: session }), other),
      ),
    ])
    const state = answer.status === 200 ? JSON.parse(answer.body).data.paymentState : `${answer.status} ${answer.body}`
    told.push({ session, isPaid, state })
  })

  const ends = await shop.query<{ session: string; state: string; charged: boolean; sold: number; released: number }>(
    `select payment_session as session, payment_state as state, session.status = 'complete' as charged,
       (select coalesce(-sum(on_hand), 0)::int from stock_movement where order_id = "order".id and kind = 'sold') as sold,
       (select coalesce(-sum(held), 0)::int from stock_movement where order_id = "order".id and kind = 'released') as released
     from "order" join sandbox.session session on session.id = payment_session where payment_session = any($1)`,
    [told.map(({ session }) => session)],
  )
  const isOneOfBoth = (end: (typeof ends)[0]) =>
    end.charged ? end.state === 'paid' && end.sold === 1 : end.state === 'expired' && end.released === 1
  const ended = new Map(ends.map(end => [end.session, end]))
  const misled = told.filter(({ session, isPaid, state }) => {
    const end = ended.get(session)
    return state !== end?.state || isPaid !== (end.state === 'paid')
  })
  for (const wrong of [...ends.filter(end => !isOneOfBoth(end)), ...misled].slice(0, 5)) console.error(wrong)

  const paid = ends.filter(({ state }) => state === 'paid').length
  note(
    'payment pages paid and left at the same instant',
    `${ends.length}: ${paid} paid, ${ends.length - paid} free again`,
  )
  none('of them neither or both', told.length - ends.filter(isOneOfBoth).length)
  none('of them charged without the piece', ends.filter(({ charged, sold }) => charged && sold !== 1).length)
  none('of them freed although paid', ends.filter(({ charged, released }) => charged && released > 0).length)
  none('shoppers who were told anything else than what became of it', misled.length)
  none('pieces neither on the shelf nor sold, or twice', await countMiscounted(product.variants, pieces))
}
