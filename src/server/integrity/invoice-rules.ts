import { sql } from 'kysely'
import { invoiceNumber } from '#domain/costs/invoice.ts'
import { formatCents, toCents } from '#domain/money.ts'
import { findBreaks, inAudit, type Rule } from './rule.ts'

interface OrderRow {
  id: string
  order_id: string
  deleted_at: Date | null
}
const linkTo = ({ id, order_id, deleted_at }: OrderRow) => (deleted_at ? inAudit(id) : `/orders/${order_id}`)

const numbers: Rule = {
  rule: 'invoice-numbers',
  sentence:
    'Each year the numbers of invoices and credit notes go from 1 without a gap, but for those left out after a restore.',
  find: tx =>
    findBreaks(
      tx,
      sql`invoice`,
      sql<{ year: number; number: number; before: number; order_id: string; id: string; deleted_at: Date | null }>`
        with taken as (
          select year, number as first, number as last, order_id as taken_by from invoice
          union all
          select year, first, last, null from invoice_gap where closed_at is not null
        ), followed as (
          select *, coalesce(max(last) over (partition by year order by first rows between unbounded preceding and 1 preceding), 0) as before
          from taken
        )
        select year, first as number, before::integer, o.id, o.order_id, o.deleted_at
        from followed join "order" o on o.id = taken_by where first <> before + 1`,
      row => ({
        sentence: `${invoiceNumber(row)} does not follow on ${invoiceNumber({ ...row, number: row.before })}.`,
        link: linkTo(row),
      }),
    ),
}

const sums: Rule = {
  rule: 'invoice-sums',
  sentence: 'An invoice comes to the amount of its order, and its credit notes to no more.',
  find: tx =>
    findBreaks(
      tx,
      sql`invoice`,
      sql<OrderRow & { year: number; number: number; amount_cents: number }>`
        select o.id, o.order_id, o.deleted_at, i.year, i.number, i.amount_cents
        from invoice i
        join "order" o on o.id = i.order_id
        left join (
          select order_id, sum(amount_cents)::bigint as cents, sum(tax_cents)::bigint as tax_cents
          from invoice where refund_id is not null group by order_id
        ) credit on credit.order_id = i.order_id
        where round((i.snapshot ->> 'total')::numeric * ${toCents(1)}::integer) <> i.amount_cents
          or round((i.snapshot ->> 'tax')::numeric * ${toCents(1)}::integer) <> i.tax_cents
          or (
            select round(sum((line ->> 'total')::numeric) * ${toCents(1)}::integer) from jsonb_array_elements(i.snapshot -> 'lines') line
          ) is distinct from i.amount_cents::numeric
          or (i.refund_id is null and (
            (i.amount_cents, i.tax_cents) <> (o.amount_cents, o.tax_cents)
            or credit.cents > i.amount_cents
            or (credit.cents = i.amount_cents and credit.tax_cents <> i.tax_cents)
          ))`,
      row => ({
        sentence: `${invoiceNumber(row)} of the order ${row.order_id} comes to ${formatCents(row.amount_cents)}, and that does not agree with its lines, its order or its credit notes.`,
        link: linkTo(row),
      }),
    ),
}

const delayMs = 60_000

/** The invoices themselves, and that none is missing at `now`. */
export const invoiceRules = (now: Date): Rule[] => [
  numbers,
  sums,
  {
    rule: 'invoices-due',
    sentence: 'Every order has its invoice, and every refund its credit note, within a minute.',
    find: async tx => ({
      ...(await findBreaks(
        tx,
        sql`(select from invoice union all select from invoice_due)`,
        sql<OrderRow & { refund_id: string | null }>`
          select o.id, o.order_id, o.deleted_at, refund_id
          from invoice_due join "order" o on o.id = invoice_due.order_id
          where due_at < ${new Date(+now - delayMs)}`,
        row => ({
          sentence: `Order ${row.order_id}: ${row.refund_id ? 'a credit note' : 'the invoice'} is missing.`,
          link: linkTo(row),
        }),
      )),
      ...(await tellOpenGap(tx)),
    }),
  },
]

async function tellOpenGap(tx: Parameters<Rule['find']>[0]): Promise<{ note?: string }> {
  const open = await tx
    .selectFrom('invoice_gap')
    .select('id')
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!open) return {}
  return {
    note: 'The shop was restored, and no invoice is given before the payment provider was asked: type shop restore FILE --only-payments.',
  }
}
