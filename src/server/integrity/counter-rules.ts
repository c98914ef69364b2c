import { sql } from 'kysely'
import { formatCents } from '#domain/money.ts'
import { findBreaks, type Rule } from './rule.ts'

interface OrderFigure {
  month: string
  payment_state: string
  status: string
  counted: number
  counted_cents: number
  there: number
  there_cents: number
}

const hasArrived = sql`payment_state in ('paid', 'refunded', 'review') and deleted_at is null`

const orderFigures: Rule = {
  rule: 'order-figures',
  sentence: 'The orders and the money counted by month, payment and status are those there are.',
  find: tx =>
    findBreaks(
      tx,
      sql`(select from "order" where ${hasArrived})`,
      sql<OrderFigure>`
        with counted as (
          select month, payment_state, status, sum(n)::int8 as n, sum(cents)::int8 as cents from order_tally group by 1, 2, 3
        ), there as (
          select date_trunc('month', created_at at time zone 'UTC')::date as month, payment_state, status,
            count(*) as n, sum(amount_cents - refunded_cents)::int8 as cents
          from "order" where ${hasArrived} group by 1, 2, 3
        )
        select to_char(month, 'YYYY-MM') as month, payment_state, status, coalesce(counted.n, 0) as counted,
          coalesce(counted.cents, 0) as counted_cents, coalesce(there.n, 0) as there, coalesce(there.cents, 0) as there_cents
        from counted full join there using (month, payment_state, status)
        where coalesce(counted.n, 0) <> coalesce(there.n, 0) or coalesce(counted.cents, 0) <> coalesce(there.cents, 0)`,
      ({ month, payment_state, status, counted, counted_cents, there, there_cents }) => ({
        sentence: `${month}, ${payment_state} and ${status}: ${counted} orders of ${formatCents(counted_cents)} counted, ${there} of ${formatCents(there_cents)} are there.`,
        link: `/dashboard/manage-orders?${new URLSearchParams({ payment: payment_state, status })}`,
      }),
    ),
}

const pages: Record<string, string> = {
  user: '/dashboard/users',
  audit: '/dashboard/audit',
  review: '/dashboard/admin',
  contact_message: '/dashboard/messages',
}

const countedRows: Rule = {
  rule: 'counted-rows',
  sentence:
    'The users, reviews, messages, failed and expired orders and deeds of admins that are counted are those there are.',
  find: tx =>
    findBreaks(
      tx,
      sql`(select distinct rows_of, kind from row_tally union all select distinct 'order', payment_state from ended_order_tally)`,
      sql<{ rows_of: string; kind: string; counted: number; there: number }>`
        with counted as (
          select rows_of, kind, sum(n)::int8 as n from row_tally group by 1, 2
          union all select 'order', payment_state, sum(n)::int8 from ended_order_tally group by 2
        ), there as (
          select 'user' as rows_of, role as kind, count(*) as n from "user" where deleted_at is null group by 2
          union all select 'audit', record, count(*) from audit group by 2
          union all select 'review', '', count(*) from review
          union all select 'contact_message', '', count(*) from contact_message
          union all select 'order', payment_state, count(*) from "order" where payment_state in ('failed', 'expired') group by 2
        )
        select rows_of, kind, coalesce(counted.n, 0) as counted, coalesce(there.n, 0) as there
        from counted full join there using (rows_of, kind)
        where coalesce(counted.n, 0) <> coalesce(there.n, 0)`,
      ({ rows_of, kind, counted, there }) => ({
        sentence: `${[rows_of.replace('_', ' '), kind].filter(Boolean).join(', ')}: ${counted} counted, ${there} are there.`,
        link: pages[rows_of] ?? '/dashboard/admin',
      }),
    ),
}

/** Compares the dashboards' counters, which triggers maintain, with the rows one by one. */
export const tallyRules: Rule[] = [orderFigures, countedRows]
