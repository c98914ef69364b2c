import { sql } from 'kysely'
import { formatCents } from '#domain/money.ts'
import type { Tx } from '../db/connection.ts'
import { findBreaks, inAudit, type Rule } from './rule.ts'

/** The columns that every query here selects from an order `o`. */
const order = sql`o.id, o.order_id, o.deleted_at, o.payment_state`
interface OrderRow {
  id: string
  order_id: string
  deleted_at: Date | null
  payment_state: string
}

const orders = sql`"order"`
const linkTo = ({ id, order_id, deleted_at }: OrderRow) => (deleted_at ? inAudit(id) : `/orders/${order_id}`)
const breakOf =
  <Row extends OrderRow>(what: (row: Row) => string) =>
  (row: Row) => ({ sentence: `Order ${row.order_id}: ${what(row)}`, link: linkTo(row) })

const amounts: Rule = {
  rule: 'order-amounts',
  sentence: 'The lines of every order add up to its amount, less its discount and with its delivery.',
  find: async tx => ({
    ...(await findBreaks(
      tx,
      orders,
      sql<OrderRow & { amount_cents: number; lines_cents: number }>`
        select ${order}, o.amount_cents - o.delivery_cents as amount_cents, lines_cents
        from "order" o
        join (
          select order_id, sum(unit_cents::bigint * quantity - discount_cents)::bigint as lines_cents from order_line group by order_id
        ) line on line.order_id = o.id
        where lines_cents <> o.amount_cents - o.delivery_cents`,
      breakOf(
        ({ amount_cents, lines_cents }) =>
          `its lines come to ${formatCents(lines_cents)}, its amount is ${formatCents(amount_cents)}.`,
      ),
    )),
    note: await sumPaid(tx),
  }),
}

/** From here on, the rules look at all orders, whatever their state. */
async function sumPaid(tx: Tx): Promise<string> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from "order" where payment_state = 'paid' and deleted_at is null`.execute(tx)
  return `The dashboard counts ${rows[0]?.n ?? 0} of them: the orders that are paid and not deleted.`
}

const lines: Rule = {
  rule: 'order-lines',
  sentence: 'Every order says what was bought.',
  find: tx =>
    findBreaks(
      tx,
      orders,
      sql<OrderRow>`
        select ${order} from "order" o where not exists (select from order_line where order_line.order_id = o.id)`,
      breakOf(() => 'it has no lines.'),
    ),
}

const strayLines: Rule = {
  rule: 'stray-lines',
  sentence: 'Every line of an order belongs to an order.',
  find: tx =>
    findBreaks(
      tx,
      sql`order_line`,
      sql<{ order_id: string; name: string; quantity: number }>`
        select order_id, name, quantity from order_line
        where not exists (select from "order" o where o.id = order_line.order_id)`,
      ({ order_id, name, quantity }) => ({
        sentence: `${quantity} × ${name} belongs to the order ${order_id}, which does not exist.`,
        link: inAudit(order_id),
      }),
    ),
}

const sessions: Rule = {
  rule: 'payment-sessions',
  sentence: 'No payment belongs to two orders.',
  find: tx =>
    findBreaks(
      tx,
      sql`(select from "order" where payment_session is not null)`,
      sql<OrderRow & { payment_session: string; n: number }>`
        select ${order}, o.payment_session, n
        from "order" o
        join (
          select payment_session, count(*) as n from "order"
          where payment_session is not null group by payment_session having count(*) > 1
        ) shared on shared.payment_session = o.payment_session`,
      breakOf(({ payment_session, n }) => `its payment ${payment_session} belongs to ${n} orders.`),
    ),
}

/** An order whose refund failed goes to review and counts as paid again. That is the same payment, not a second one. */
const payments: Rule = {
  rule: 'paid-orders',
  sentence: 'Every paid order was paid once, and every order that was not paid never.',
  find: tx =>
    findBreaks(
      tx,
      orders,
      sql<OrderRow & { payment_session: string | null; times: number }>`
        select ${order}, o.payment_session, coalesce(times, 0) as times
        from "order" o
        left join (
          select order_id, count(*) as times from (
            select order_id, value,
              lag(value) over history in ('review', 'refunded')
                and bool_or(value = 'paid') over (history rows between unbounded preceding and 1 preceding) as is_again
            from order_event where kind = 'payment' window history as (partition by order_id order by id)
          ) payment
          where value = 'paid' and is_again is not true group by order_id
        ) paid on paid.order_id = o.id
        where times > 1
          or (o.payment_state = 'paid' and times is null)
          or (o.payment_state in ('awaiting', 'failed', 'expired') and times > 0)
          or (o.payment_state in ('paid', 'review', 'refunded') and o.payment_session is null)`,
      breakOf(({ payment_state, payment_session, times }) =>
        payment_session === null && times < 2 && payment_state !== 'awaiting'
          ? `it is ${payment_state}, and no payment belongs to it.`
          : `it is ${payment_state}, and its history says ${times} times that it was paid.`,
      ),
    ),
}

const states: Rule = {
  rule: 'payment-states',
  sentence: 'The payment of every order is where its history says.',
  find: tx =>
    findBreaks(
      tx,
      orders,
      sql<OrderRow & { value: string | null }>`
        select ${order}, value
        from "order" o
        left join (
          select distinct on (order_id) order_id, value from order_event
          where kind = 'payment' order by order_id, id desc
        ) last on last.order_id = o.id
        where value is distinct from o.payment_state`,
      breakOf(
        ({ payment_state, value }) =>
          `its payment is ${payment_state}, the last in its history is ${value ?? 'nothing'}.`,
      ),
    ),
}

const statuses: Rule = {
  rule: 'order-status',
  sentence: 'The status of every order is what its history says.',
  find: tx =>
    findBreaks(
      tx,
      orders,
      sql<OrderRow & { status: string; value: string }>`
        select ${order}, o.status, coalesce(value, 'pending') as value
        from "order" o
        left join (
          select distinct on (order_id) order_id, value from order_event
          where kind = 'status' order by order_id, id desc
        ) last on last.order_id = o.id
        where coalesce(value, 'pending') <> o.status`,
      breakOf(({ status, value }) => `its status is ${status}, the last in its history is ${value}.`),
    ),
}

export const orderRules: Rule[] = [amounts, lines, strayLines, sessions, payments, states, statuses]
