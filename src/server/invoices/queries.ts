import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { type Invoice, type InvoiceKind, type InvoiceLink, invoiceNumber } from '#domain/costs/invoice.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'

/** The columns that make the link to an invoice. */
interface LinkRow {
  year: number
  number: number
  kind: InvoiceKind
}

/** Selects the invoice and the credit notes of an order, oldest first. */
export const invoiceLinks = ({ selectFrom }: ExpressionBuilder<Tables, 'order'>) =>
  jsonArrayFrom(
    selectFrom('invoice')
      .select(['year', 'invoice.number', 'kind'])
      .whereRef('invoice.order_id', '=', 'order.id')
      .orderBy('year')
      .orderBy('invoice.number'),
  ).as('invoices')

export const toInvoiceLink = ({ kind, ...row }: LinkRow): InvoiceLink => ({ number: invoiceNumber(row), kind })

/** Selects the number of an order's invoice; null without one. */
export const invoiceOfOrder = ({ selectFrom }: ExpressionBuilder<Tables, 'order'>) =>
  jsonObjectFrom(
    selectFrom('invoice')
      .select(['year', 'invoice.number'])
      .whereRef('invoice.order_id', '=', 'order.id')
      .where('refund_id', 'is', null),
  ).as('invoice')

/** Selects all that the invoice and the credit notes of an order print, oldest first. */
export const wholeInvoices = ({ selectFrom }: ExpressionBuilder<Tables, 'order'>) =>
  jsonArrayFrom(
    selectFrom('invoice')
      .select(({ ref }) => ref('snapshot').$castTo<Invoice>().as('snapshot'))
      .whereRef('invoice.order_id', '=', 'order.id')
      .orderBy('year')
      .orderBy('invoice.number'),
  ).as('invoices')

/** The SQL condition for an order that has an invoice, or gets one in a moment. */
export const hasInvoice = sql<boolean>`(
  exists (select from invoice where invoice.order_id = "order".id)
  or exists (select from invoice_due where invoice_due.order_id = "order".id and invoice_due.refund_id is null)
)`.as('hasInvoice')

/** Removes the buyer from the invoices of these orders. Numbers, sums and lines are kept, as the law demands. */
export async function eraseBuyers(tx: Tx, orders: RawBuilder<unknown>): Promise<void> {
  await sql`
    update invoice set snapshot = jsonb_set(snapshot, '{buyer}', '{"lines": [], "email": null}')
    where order_id = ${orders}`.execute(tx)
}

/**
 * Notes in a restored shop that numbers may have been given after the backup. No number is given until `closeGap`, when the shop knows
 * how many these can be at most.
 */
export async function openGap(tx: Tx): Promise<void> {
  await sql`insert into invoice_gap (opened_at) values (now())`.execute(tx)
}

/** Refunds of old payments may be at the provider, and in no list that the shop reads. */
const skippedNumbers = 100

/**
 * Leaves out the numbers that may have been given after the backup. It is called when the shop has recovered what is newer: each
 * invoice and credit note that was given belongs to an order or a refund that is due again, or may be so later, so their count is
 * the most that there can be; and a hundred more are left out for what the provider did not say.
 * @returns the number after which the shop goes on, undefined unless the shop was restored and not asked before
 */
export async function closeGap(db: Db, now: Date): Promise<string | undefined> {
  return await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${numbersLock})`.execute(tx)
    const year = now.getUTCFullYear()
    const { rows } = await sql<{ last: number }>`
      update invoice_gap set closed_at = ${now}, year = ${year}, first = given.last + 1, last = given.last + due.n
      from (select ${lastNumber(year)} as last) given, (
        select ${skippedNumbers} + (select count(*) from invoice_due)
          + (select count(*) from "order" where payment_state = 'review' and deleted_at is null)
          + (select count(*) from refund where state = 'asked') as n
      ) due
      where invoice_gap.closed_at is null
      returning invoice_gap.last`.execute(tx)
    const last = Math.max(0, ...rows.map(row => row.last))
    return last === 0 ? undefined : invoiceNumber({ year, number: last })
  })
}

/** A process that gives numbers holds this lock until they are committed. */
export const numbersLock: RawBuilder<number> = sql`hashtext('vitrine invoices')`

/** The highest number of a year that was given or left out; 0 for none. */
export const lastNumber = (year: number): RawBuilder<number> => sql`greatest(
  (select coalesce(max(number), 0) from invoice where year = ${year}),
  (select coalesce(max(last), 0) from invoice_gap where year = ${year})
)`

/** The SQL condition for a shop that may not give numbers yet. */
export const hasOpenGap: RawBuilder<SqlBool> = sql`exists (select from invoice_gap where closed_at is null)`
