import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { creditLines, type Invoice, nextCredit, type PlainLine, withNets } from '#domain/costs/invoice.ts'
import { deliveryName } from '#domain/costs/order-costs.ts'
import { toDollars } from '#domain/money.ts'
import { addressLines } from '#domain/orders/address-lines.ts'
import { nameWithVariation } from '#domain/products/size.ts'
import type { Tx } from '../db/connection.ts'
import { orderAddress } from '../orders/address-queries.ts'
import { readSettings } from '../settings/queries.ts'

/** What an invoice or a credit note prints, before it has its number. */
export type InvoiceDraft = Omit<Invoice, 'number' | 'issuedAt'> & { amountCents: number; taxCents: number }

/** Drafts the invoice of an order; undefined when it has one. */
export async function draftInvoice(tx: Tx, orderId: string): Promise<InvoiceDraft | undefined> {
  if (await findInvoice(tx, orderId)) return undefined
  const order = await findOrder(tx, orderId)
  const { amountCents, taxCents, deliveryCents } = order
  const delivery = { sku: null, quantity: null, unitCents: null, discountCents: 0, totalCents: deliveryCents }
  const lines = [
    ...order.lines.map(toLine),
    ...(deliveryCents > 0 ? [{ ...delivery, name: deliveryName({ method: order.deliveryMethod }) }] : []),
  ]
  return {
    kind: 'invoice',
    corrects: null,
    ...factsOf(order),
    seller: await readSeller(tx),
    buyer: buyerOf(order),
    discountCode: order.discountCode,
    ...sumsOf(lines, { amountCents, taxCents }),
  }
}

/**
 * Drafts the credit note of a refund that is done; undefined when it has one, its order has no invoice, or nothing of that is left to
 * credit.
 */
export async function draftCreditNote(tx: Tx, orderId: string, refundId: string): Promise<InvoiceDraft | undefined> {
  const invoice = await findInvoice(tx, orderId)
  const refund = await tx
    .selectFrom('refund')
    .select(['cents', 'lines', 'delivery'])
    .where('id', '=', refundId)
    .where('state', '=', 'done')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('invoice').select('id').where('refund_id', '=', refundId))),
    )
    .executeTakeFirst()
  if (!invoice || !refund) return undefined
  const credit = nextCredit(invoice, { ...(await sumCredits(tx, orderId)), refundCents: refund.cents })
  if (!credit) return undefined
  const order = await findOrder(tx, orderId)
  const named = { ...order, lines: order.lines.map(line => ({ ...toLine(line), position: line.position })) }
  return {
    kind: 'credit note',
    corrects: invoice.snapshot.number,
    ...factsOf(order),
    seller: await readSeller(tx),
    buyer: invoice.snapshot.buyer,
    discountCode: null,
    ...sumsOf(creditLines(named, refund, credit.amountCents), credit),
  }
}

const findInvoice = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('invoice')
    .select(['amount_cents as amountCents', 'tax_cents as taxCents', 'snapshot'])
    .where('order_id', '=', orderId)
    .where('refund_id', 'is', null)
    .executeTakeFirst()

async function sumCredits(tx: Tx, orderId: string) {
  const { rows } = await sql<{ creditedCents: number; refundedCents: number }>`
    select (
      select coalesce(sum(amount_cents), 0)::bigint from invoice where order_id = ${orderId} and refund_id is not null
    ) as "creditedCents", (
      select coalesce(sum(cents), 0)::bigint from refund where order_id = ${orderId} and state = 'done'
    ) as "refundedCents"`.execute(tx)
  return rows[0] ?? { creditedCents: 0, refundedCents: 0 }
}

type InvoicedOrder = Awaited<ReturnType<typeof findOrder>>

const findOrder = (tx: Tx, id: string) =>
  tx
    .selectFrom('order')
    .select(['order_id as orderId', 'number', 'created_at as placedAt', 'contact_email', 'email', 'currency'])
    .select(['amount_cents as amountCents', 'tax_cents as taxCents', 'tax_bp as taxBp', 'tax_label as taxLabel'])
    .select(['delivery_cents as deliveryCents', 'delivery_method as deliveryMethod', 'discount_code as discountCode'])
    .select(orderAddress)
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('order_line')
          .select(['position', 'name', 'quantity', 'unit_cents as unitCents', 'discount_cents as discountCents'])
          .select(['size', 'color', 'sku'])
          .whereRef('order_line.order_id', '=', 'order.id')
          .orderBy('position'),
      ).as('lines'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const toLine = ({ quantity, unitCents, discountCents, sku, ...piece }: InvoicedOrder['lines'][number]): PlainLine => ({
  name: nameWithVariation(piece),
  sku,
  quantity,
  unitCents,
  discountCents,
  totalCents: quantity * unitCents - discountCents,
})

const factsOf = ({ orderId, number, placedAt, currency, taxBp, taxLabel }: InvoicedOrder) => ({
  order: { orderId, number, placedAt: placedAt.toISOString() },
  currency,
  taxRate: taxBp === null ? null : taxBp / 100,
  taxLabel,
})

/** No telephone number: an invoice needs none. */
const buyerOf = ({ address, contact_email, email }: InvoicedOrder): Invoice['buyer'] => ({
  lines: address ? addressLines({ ...address, phone: null }) : [],
  email: contact_email ?? email,
})

async function readSeller(tx: Tx): Promise<Invoice['seller']> {
  const { identity, contact } = await readSettings(tx, 'identity', 'contact')
  const { address, email, legal } = contact
  return { name: identity.name, address, email, legal: legal.split('\n').filter(Boolean) }
}

const sumsOf = (lines: PlainLine[], { amountCents, taxCents }: { amountCents: number; taxCents: number }) => ({
  lines: withNets(lines, { amountCents, taxCents }),
  net: toDollars(amountCents - taxCents),
  tax: toDollars(taxCents),
  total: toDollars(amountCents),
  amountCents,
  taxCents,
})
