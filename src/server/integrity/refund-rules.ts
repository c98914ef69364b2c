import { sql } from 'kysely'
import { formatCents } from '#domain/money.ts'
import type { PaymentState } from '#domain/orders/order.ts'
import type { Tx } from '../db/connection.ts'
import { isOpenDispute } from '../payments/disputes/queries.ts'
import { findBreaks, inAudit, type Rule } from './rule.ts'

const maxNamed = 20

interface OrderRow {
  id: string
  order_id: string
  deleted_at: Date | null
  payment_state: PaymentState
}
const linkTo = ({ id, order_id, deleted_at }: OrderRow) => (deleted_at ? inAudit(id) : `/orders/${order_id}`)

/**
 * Orders that the previous release refunded have no refund rows. An order that was in review may have been paid with another
 * amount than its own.
 */
const refunds: Rule = {
  rule: 'refunds',
  sentence: 'What went back for an order is what its refunds say, and never more than it came to.',
  find: async tx => ({
    ...(await findBreaks(
      tx,
      sql`refund`,
      sql<OrderRow & { amount_cents: number; done_cents: number }>`
        select o.id, o.order_id, o.deleted_at, o.payment_state, o.amount_cents, done_cents
        from "order" o
        join (
          select order_id, coalesce(sum(cents) filter (where state = 'done'), 0)::bigint as done_cents
          from refund group by order_id
        ) back on back.order_id = o.id
        where o.payment_state in ('awaiting', 'failed', 'expired') or (
          not exists (select from order_event e where e.order_id = o.id and kind = 'payment' and value = 'review')
          and case o.payment_state
            when 'refunded' then done_cents > 0 and done_cents <> o.amount_cents
            else done_cents >= o.amount_cents
          end
        )`,
      row => ({
        sentence: `Order ${row.order_id}: its refunds come to ${formatCents(row.done_cents)}, its amount is ${formatCents(row.amount_cents)}, and it is ${row.payment_state}.`,
        link: linkTo(row),
      }),
    )),
    ...(await tellSlow(tx)),
  }),
}

const sums: Rule = {
  rule: 'refunded-sums',
  sentence: 'What an order says went back is the sum of its refunds that are done, at most its amount.',
  find: tx =>
    findBreaks(
      tx,
      sql`"order"`,
      sql<OrderRow & { refunded_cents: number; done_cents: number }>`
        select o.id, o.order_id, o.deleted_at, o.payment_state, refunded_cents, coalesce(done_cents, 0) as done_cents
        from "order" o
        left join (
          select order_id, sum(cents)::bigint as done_cents from refund where state = 'done' group by order_id
        ) back on back.order_id = o.id
        where refunded_cents <> least(o.amount_cents, coalesce(done_cents, 0))`,
      row => ({
        sentence: `Order ${row.order_id}: it says that ${formatCents(row.refunded_cents)} went back, its refunds come to ${formatCents(row.done_cents)}.`,
        link: linkTo(row),
      }),
    ),
}

const pieces: Rule = {
  rule: 'refunded-pieces',
  sentence: 'No piece and no delivery was refunded twice.',
  find: tx =>
    findBreaks(
      tx,
      sql`(select from refund where lines <> '[]' or delivery)`,
      sql<OrderRow>`
        with part as (
          select order_id, (piece ->> 'position')::integer as position, sum((piece ->> 'quantity')::integer) as quantity
          from refund cross join jsonb_array_elements(lines) piece where state <> 'failed' group by 1, 2
        ), twice as (
          select part.order_id from part left join order_line line using (order_id, position)
          where line.quantity is null or part.quantity > line.quantity
          union
          select order_id from refund where delivery and state <> 'failed' group by order_id having count(*) > 1
        )
        select o.id, o.order_id, o.deleted_at, o.payment_state from "order" o where id in (select order_id from twice)`,
      row => ({
        sentence: `Order ${row.order_id}: its refunds return more pieces or deliveries than it has.`,
        link: linkTo(row),
      }),
    ),
}

async function tellSlow(tx: Tx): Promise<{ note?: string }> {
  const { rows } = await sql<{ order_id: string; cents: number }>`
    select "order".order_id, cents from refund join "order" on "order".id = refund.order_id
    where state = 'asked' and refund.at < now() - interval '1 day' order by refund.at limit ${maxNamed}`.execute(tx)
  if (rows.length === 0) return {}
  return {
    note: `Under way for more than a day: ${rows.map(({ order_id, cents }) => `${formatCents(cents)} of the order ${order_id}`).join(', ')}.`,
  }
}

const disputes: Rule = {
  rule: 'disputes',
  sentence: 'Every disputed payment is that of an order that was paid.',
  find: async tx => ({
    ...(await findBreaks(
      tx,
      sql`dispute`,
      sql<OrderRow>`
        select distinct o.id, o.order_id, o.deleted_at, o.payment_state
        from dispute join "order" o on o.id = dispute.order_id
        where o.payment_state in ('awaiting', 'failed', 'expired')`,
      row => ({
        sentence: `Order ${row.order_id}: it is disputed, and it is ${row.payment_state}.`,
        link: linkTo(row),
      }),
    )),
    ...(await tellOpen(tx)),
  }),
}

async function tellOpen(tx: Tx): Promise<{ note?: string }> {
  const { rows } = await sql<{ order_id: string; cents: number; due_by: Date | null }>`
    select "order".order_id, cents, due_by from dispute join "order" on "order".id = dispute.order_id
    where ${isOpenDispute} order by due_by limit ${maxNamed}`.execute(tx)
  if (rows.length === 0) return {}
  const open = rows.map(
    ({ order_id, cents, due_by }) =>
      `${formatCents(cents)} of the order ${order_id}${due_by ? `, to be answered by ${day.format(due_by)}` : ''}`,
  )
  return { note: `Open: ${open.join('; ')}.` }
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Compares refunds with their orders, and lists open refunds and disputes, which are no error but need attention. */
export const refundRules: Rule[] = [refunds, sums, pieces, disputes]
