import { setTimeout as sleep } from 'node:timers/promises'
import { one, query } from '../shop-in-hand.ts'

const stepOf = (status: string) => `array_position(array['pending', 'processing', 'shipped', 'completed'], ${status})`

/**
 * Polls the status of each order while the work runs.
 * @returns how often an order was seen to go back
 */
export async function countStepsBackWhile(work: Promise<unknown>): Promise<number> {
  const known = new Map<string, number>()
  let [back, isOver] = [0, false]
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    await sleep(20)
    const rows = await query<{ id: string; far: number }>(
      `select id, 10 * (payment_state <> 'awaiting')::int + ${stepOf('status')} as far from "order"`,
    )
    for (const { id, far } of rows) {
      if (far < (known.get(id) ?? 0)) back += 1
      known.set(id, far)
    }
  }
  return back
}

/** Orders whose history, written with every change, goes back or repeats a step. */
export const countSetBack = () =>
  one<number>(
    `select count(distinct order_id)::int from (
       select order_id, far - lag(far) over (partition by order_id, kind order by id) as step from (
         select *, case kind when 'payment' then (value <> 'awaiting')::int else ${stepOf('value')} end as far
         from order_event
       ) entry
     ) walked where step <= 0`,
  )

/** Counts of states that an order must never reach, whatever events arrive. */
export async function countMisfits(): Promise<[what: string, count: number][]> {
  const found: [string, number][] = []
  for (const [what, sql] of misfits) found.push([what, await one<number>(sql)])
  return found
}

const misfits: [string, string][] = [
  [
    'payment pages that do not belong to exactly one order',
    `select count(*)::int from sandbox.session left join "order" on payment_session = sandbox.session.id
     where "order".id is null or sandbox.session.params #>> '{metadata,orderId}' <> order_id`,
  ],
  [
    'orders with more than one payment page',
    `select count(*)::int from (
       select from sandbox.session group by params #>> '{metadata,orderId}' having count(*) > 1
     ) as twice`,
  ],
  [
    'orders that are not what their events say',
    `select count(*)::int from "order" join payment_event on payment_event.order_id = "order".id
     where payment_state = 'awaiting' or payment_state <> case payment_event.type
       when 'checkout.session.async_payment_succeeded' then 'paid'
       when 'checkout.session.async_payment_failed' then 'failed'
       when 'checkout.session.expired' then 'expired' else payment_state end`,
  ],
  [
    'payments at the provider whose order is not paid',
    `select count(*)::int from sandbox.session join "order" on payment_session = sandbox.session.id
     where sandbox.session.status = 'complete' and payment_state <> 'paid'`,
  ],
  [
    'paid orders about which there is not exactly one letter',
    `select count(*)::int from "order"
     where payment_state = 'paid' and 1 <> (
       select count(*) from mail where mail.order_id = "order".id and mail.kind = 'order-confirmation')`,
  ],
]
