import { costRows } from '#domain/costs/order-costs.ts'
import { formatCents, toCents } from '#domain/money.ts'
import { addressLines } from '#domain/orders/address-lines.ts'
import type { Address, ShownOrder } from '#domain/orders/order.ts'
import { describeVariation } from '#domain/products/variation.ts'
import { Link } from '../ui/link.tsx'
import { InvoiceLinks } from './invoice-links.tsx'
import { LinePicture } from './line-picture.tsx'

const nameStyle = 'inline-flex min-h-11 items-center font-display text-lg leading-snug [overflow-wrap:anywhere]'

/** The products and the delivery address; the server sends these to the owner and to admins only. */
interface OrderDetailsProps {
  order: ShownOrder
  title: string
}

export function OrderDetails({ order, title }: OrderDetailsProps) {
  const { orderId, products, amount, costs, refunded, address, contactEmail, invoices = [] } = order
  if (!products || !costs || amount === undefined) return null
  return (
    <section aria-labelledby="details-title">
      <h2 id="details-title" className="text-2xl">
        {title}
      </h2>
      <ul className="mt-4 divide-y divide-line border-line border-b">
        {products.map(({ _id, variantId, name, image, price, quantity, owed, refunded: back, size, color }) => (
          <li key={variantId ?? (_id || name)} className="grid grid-cols-[4rem_1fr_auto] items-center gap-4 py-4">
            <LinePicture image={image} className="w-16" />
            <div className="min-w-0">
              {_id ? (
                <Link to={`/shop/${_id}`} className={`${nameStyle} hover:text-rosewood`}>
                  {name}
                </Link>
              ) : (
                <span className={nameStyle}>{name}</span>
              )}
              <p className="text-sm text-stone tabular-nums">
                {[
                  describeVariation({ color, size }),
                  `${quantity} × ${formatCents(toCents(price))}`,
                  owed && `${owed} not here yet`,
                  back && `${back} refunded`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <p className="text-sm tabular-nums">{formatCents(toCents(price) * quantity)}</p>
          </li>
        ))}
      </ul>
      <dl className="grid gap-2 py-4 text-sm tabular-nums">
        {costRows(costs, amount).map(([name, text]) => (
          <div key={name} className={`flex justify-between gap-4 ${name === 'Total' ? 'font-medium text-base' : ''}`}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {!!refunded && (
          <div className="flex justify-between gap-4">
            <dt>Refunded</dt>
            <dd>{formatCents(toCents(refunded))}</dd>
          </div>
        )}
      </dl>
      {invoices.length > 0 && <InvoiceLinks orderId={orderId} invoices={invoices} />}
      {address && <Delivery address={address} email={contactEmail ?? undefined} isPickup={costs.isPickup} />}
    </section>
  )
}

interface DeliveryProps {
  address: Address
  email: string | undefined
  isPickup: boolean
}

function Delivery({ address, email, isPickup }: DeliveryProps) {
  const lines = [...addressLines(address), ...(email ? [email] : [])]
  return (
    <>
      <h3 className="mt-6 text-lg">{isPickup ? 'Fetched in the shop by' : 'Delivery'}</h3>
      <address className="mt-2 whitespace-pre-line text-sm not-italic leading-relaxed [overflow-wrap:anywhere]">
        {lines.join('\n')}
      </address>
    </>
  )
}
