import type { Generated, JSONColumnType } from 'kysely'
import type { Invoice, InvoiceKind } from '#domain/costs/invoice.ts'

/** Invoices and credit notes share one series of numbers a year, from 1 and without a gap but those of `invoice_gap`. */
export interface InvoiceTable {
  id: string
  order_id: string
  /** The refund of a credit note. */
  refund_id: string | null
  kind: InvoiceKind
  /** Of `issued_at` in UTC. */
  year: number
  number: number
  issued_at: Date
  amount_cents: number
  tax_cents: number
  /** All that is printed. Only the erasure of the buyer changes it. */
  snapshot: JSONColumnType<Invoice, string | undefined, string>
}

/** What is to be invoiced: an order that was paid, or a refund that was done. Triggers add the rows. */
export interface InvoiceDueTable {
  id: Generated<number>
  order_id: string
  refund_id: string | null
  due_at: Date
}

/** Numbers that are left out, because they may have been given after the backup from which the shop was restored. */
export interface InvoiceGapTable {
  id: Generated<number>
  opened_at: Date
  /** Null until the payment provider was asked what the backup does not know: no number is given so long. */
  closed_at: Generated<Date | null>
  year: Generated<number | null>
  first: Generated<number | null>
  last: Generated<number | null>
}
