import { type Static, Type } from 'typebox'
import { toDollars } from '../money.ts'
import { literals } from '../schema.ts'
import { splitByShares } from './costs.ts'

export const InvoiceKind = literals(['invoice', 'credit note'])
export type InvoiceKind = Static<typeof InvoiceKind>

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()])

const InvoiceLine = Type.Object({
  name: Type.String(),
  sku: nullable(Type.String()),
  quantity: nullable(Type.Integer()),
  unitPrice: nullable(Type.Number({ description: 'With tax, before a discount' })),
  discount: Type.Number({ description: 'On all pieces of the line' }),
  net: Type.Number({ description: 'Without tax' }),
  total: Type.Number({ description: 'With tax' }),
})
export type InvoiceLine = Static<typeof InvoiceLine>

/** All that an invoice or a credit note prints, as it was when it was issued. Money in dollars. */
export const Invoice = Type.Object({
  number: Type.String({ description: 'Such as 2026-00017: one series for invoices and credit notes of a year (UTC)' }),
  kind: InvoiceKind,
  corrects: nullable(Type.String({ description: 'The number of the invoice that a credit note corrects' })),
  issuedAt: Type.String(),
  order: Type.Object({ orderId: Type.String(), number: Type.Integer(), placedAt: Type.String() }),
  seller: Type.Object({
    name: Type.String(),
    address: Type.Array(Type.String()),
    email: Type.String(),
    legal: Type.Array(Type.String(), { description: "Such as the company's number and its VAT id" }),
  }),
  buyer: Type.Object({
    lines: Type.Array(Type.String(), { description: 'Name and address; empty once the buyer was erased' }),
    email: nullable(Type.String()),
  }),
  lines: Type.Array(InvoiceLine, { description: 'The delivery is the last one' }),
  discountCode: nullable(Type.String()),
  taxRate: nullable(Type.Number({ description: 'In percent' })),
  taxLabel: nullable(Type.String()),
  net: Type.Number(),
  tax: Type.Number({ description: 'A part of the total' }),
  total: Type.Number(),
  currency: Type.String(),
})
export type Invoice = Static<typeof Invoice>

/** An invoice or a credit note of an order, to open it. */
export const InvoiceLink = Type.Pick(Invoice, ['number', 'kind'])
export type InvoiceLink = Static<typeof InvoiceLink>

/** The number as it is printed, such as `2026-00017`. */
export const invoiceNumber = ({ year, number }: { year: number; number: number }): string =>
  `${year}-${String(number).padStart(5, '0')}`

/** The amount of an invoice or a credit note, and the tax in it. */
interface Sum {
  amountCents: number
  taxCents: number
}

/** A line in cents, before its net part is known. */
export type PlainLine = Pick<InvoiceLine, 'name' | 'sku' | 'quantity'> & {
  unitCents: number | null
  discountCents: number
  totalCents: number
}

/** Divides the amount without its tax among the lines, so that these add up to it exactly. */
export function withNets(lines: readonly PlainLine[], { amountCents, taxCents }: Sum): InvoiceLine[] {
  const nets = splitByShares(
    amountCents - taxCents,
    lines.map(({ totalCents }) => totalCents),
  )
  return lines.map(({ unitCents, discountCents, totalCents, ...line }, index) => ({
    ...line,
    unitPrice: unitCents === null ? null : toDollars(unitCents),
    discount: toDollars(discountCents),
    net: toDollars(nets[index] ?? 0),
    total: toDollars(totalCents),
  }))
}

/**
 * The sum of the next credit note of an invoice. A note is for what the refunds returned and no note has: one that stands for a
 * refund that failed afterwards counts for the next refund. All notes together are never more than the invoice, and the tax of those
 * of a whole invoice is exactly its tax.
 * @param creditedCents the sum of its credit notes so far
 * @param refundedCents the sum of the order's refunds that are done, with this one
 * @param refundCents what this refund returned
 * @returns undefined when nothing is left to credit
 */
export function nextCredit(
  invoice: Sum,
  { creditedCents, refundedCents, refundCents }: Record<'creditedCents' | 'refundedCents' | 'refundCents', number>,
): Sum | undefined {
  const left = Math.min(refundedCents, invoice.amountCents) - creditedCents
  const amountCents = Math.min(refundCents, left)
  if (amountCents <= 0) return undefined
  return { amountCents, taxCents: taxUpTo(invoice, creditedCents + amountCents) - taxUpTo(invoice, creditedCents) }
}

/** The part of an invoice's tax that is in the first cents of its amount, rounded half up. */
function taxUpTo({ amountCents, taxCents }: Sum, cents: number): number {
  const amount = BigInt(amountCents)
  return Number((2n * BigInt(taxCents) * BigInt(cents) + amount) / (2n * amount))
}

/** A refund as far as its credit note names it. Money in cents. */
interface CreditedRefund {
  lines: readonly { position: number; quantity: number; cents: number }[]
  delivery: boolean
}

interface CreditedOrder {
  deliveryCents: number
  lines: readonly { position: number; name: string; sku: string | null }[]
}

/** The lines of a credit note: the pieces and the delivery that came back, and one for the rest of the amount. */
export function creditLines(order: CreditedOrder, refund: CreditedRefund, amountCents: number): PlainLine[] {
  const plain = { sku: null, quantity: null, unitCents: null, discountCents: 0 }
  const pieces = refund.lines.map(({ position, quantity, cents }) => {
    const { name = 'Goods', sku = null } = order.lines.find(line => line.position === position) ?? {}
    return { ...plain, name, sku, quantity, totalCents: cents }
  })
  const delivery = refund.delivery ? [{ ...plain, name: 'Delivery', totalCents: order.deliveryCents }] : []
  const named = [...pieces, ...delivery]
  const rest = amountCents - named.reduce((sum, { totalCents }) => sum + totalCents, 0)
  if (rest < 0 || named.length === 0) return [{ ...plain, name: 'Refunded amount', totalCents: amountCents }]
  return rest > 0 ? [...named, { ...plain, name: 'Further amount', totalCents: rest }] : named
}
