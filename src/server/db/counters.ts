import { sql } from 'kysely'
import type { OrderStatus, PaymentState } from '#domain/order.ts'

/** As SQL: how many rows there are of a table, of one kind or of all. Exact, and kept by the database. */
export const countOf = (table: 'user' | 'audit' | 'review' | 'contact_message', kind?: string) => sql<number>`(
  select coalesce(sum(n), 0)::int8 from row_tally
  where rows_of = ${sql.lit(table)} and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
)`

/** As SQL: how many orders there are in these states, of one status or of all. Exact, and kept by the database. */
export const countOfOrders = (states: readonly PaymentState[], status?: OrderStatus) => sql<number>`(
  select coalesce(sum(n), 0)::int8 from order_tally
  where payment_state = any(${states}::text[]) and ${status === undefined ? sql`true` : sql`status = ${status}`}
)`
