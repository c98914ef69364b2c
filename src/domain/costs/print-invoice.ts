import { formatCents, toCents } from '../money.ts'
import type { Invoice, InvoiceKind, InvoiceLine } from './invoice.ts'

/** An invoice as it reads on paper, the same on its page and in its file. */
export interface PrintedInvoice {
  title: string
  facts: [name: string, text: string][]
  seller: string[]
  buyer: string[]
  /** Whether the lines have a net sum. */
  hasNet: boolean
  lines: { name: string; details: string[]; net: string; total: string }[]
  sums: [name: string, text: string][]
  /** At the end. */
  notes: string[]
}

const titles: Record<InvoiceKind, string> = { invoice: 'Invoice', 'credit note': 'Credit note' }

/** What a link to it says, such as "Invoice 2026-00017". */
export const invoiceTitle = ({ kind, number }: Pick<Invoice, 'kind' | 'number'>): string => `${titles[kind]} ${number}`

export function printInvoice(invoice: Invoice): PrintedInvoice {
  const { kind, number, corrects, issuedAt, order, seller, buyer, taxRate, taxLabel } = invoice
  const hasNet = taxRate !== null
  return {
    title: titles[kind],
    facts: [
      ['Number', number],
      ['Date', dayOf(issuedAt)],
      ...(corrects ? [['For invoice', corrects] as [string, string]] : []),
      ['Order', `#${order.number}`],
      ['Ordered', dayOf(order.placedAt)],
    ],
    seller: [seller.name, ...seller.address, seller.email],
    buyer: [...buyer.lines, ...(buyer.email ? [buyer.email] : [])],
    hasNet,
    lines: invoice.lines.map(line => ({
      name: line.name,
      details: detailsOf(line),
      net: print(line.net),
      total: print(line.total),
    })),
    sums: [
      ...(hasNet
        ? ([
            ['Net', print(invoice.net)],
            [`${taxLabel ?? 'Tax'} ${taxRate} %`, print(invoice.tax)],
          ] as [string, string][])
        : []),
      [`${kind === 'invoice' ? 'Total' : 'Credited'}, ${invoice.currency.toUpperCase()}`, print(invoice.total)],
    ],
    notes: [
      ...(invoice.discountCode ? [`With the discount code ${invoice.discountCode}.`] : []),
      kind === 'invoice' ? 'It is paid.' : 'The amount goes back the way it was paid.',
      ...seller.legal,
    ],
  }
}

const print = (dollars: number) => formatCents(toCents(dollars))

function detailsOf({ quantity, unitPrice, discount, sku }: InvoiceLine): string[] {
  const pieces = quantity === null ? '' : unitPrice === null ? `${quantity} ×` : `${quantity} × ${print(unitPrice)}`
  return [pieces, discount > 0 ? `Discount −${print(discount)}` : '', sku ? `SKU ${sku}` : ''].filter(Boolean)
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (at: string) => day.format(new Date(at))
