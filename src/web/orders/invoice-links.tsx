import type { InvoiceLink } from '#domain/costs/invoice.ts'
import { invoiceTitle } from '#domain/costs/print-invoice.ts'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'

/** The invoice of an order and its credit notes. */
export function InvoiceLinks({ orderId, invoices }: { orderId: string; invoices: InvoiceLink[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6">
      {invoices.map(invoice => (
        <li key={invoice.number}>
          <Link to={`/orders/${orderId}/invoice?number=${invoice.number}`} className={textLink}>
            {invoiceTitle(invoice)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
