import { costRows } from '#domain/costs/order-costs.ts'
import { addressLines } from '#domain/orders/address-lines.ts'
import type { OrderStatus, ShownOrder } from '#domain/orders/order.ts'
import { useShop } from '../../settings/api.ts'
import { LocalTime } from '../../ui/local-time.tsx'
import { LinePicture } from '../line-picture.tsx'

const isStillHere = (status: OrderStatus) => status === 'pending' || status === 'processing'

/** Tells the person who packs that the order was refunded. */
export function refundedNote({ status, refunding }: ShownOrder): string {
  const what = refunding ? 'The money of this order is on its way back' : 'This order was refunded'
  return isStillHere(status) ? `${what}: do not send it.` : `${what}, and it is marked as ${status}.`
}

/** The parcel's contents and address, in print only. */
export function PackingSlip({ order }: { order: ShownOrder }) {
  const shop = useShop()
  const { orderId, number, createdAt, paymentState, refunding, address, costs, amount = 0, products = [] } = order
  return (
    <div data-slip className="hidden text-ink text-sm print:block">
      <div className="flex items-baseline justify-between border-ink border-b pb-4">
        <p className="font-display text-3xl tracking-[0.2em]">{shop.name}</p>
        <p className="text-lg">Packing slip</p>
      </div>
      {(paymentState === 'refunded' || refunding) && (
        <p className="mt-8 border border-ink p-4 text-lg">{refundedNote(order)}</p>
      )}
      <div className="mt-8 grid grid-cols-2 gap-8">
        <div>
          <p className="font-medium">{costs?.isPickup ? 'Fetched in the shop by' : 'Deliver to'}</p>
          <Lines>{address ? addressLines(address) : ['No address was given.']}</Lines>
          {shop.address.length > 0 && (
            <div className="mt-4 text-xs">
              <p className="font-medium">Return address</p>
              <Lines>{[shop.name, ...shop.address]}</Lines>
            </div>
          )}
        </div>
        <dl>
          <dt className="font-medium">Order</dt>
          <dd className="text-lg tabular-nums">#{number}</dd>
          <dd className="mb-3 break-all text-xs">{orderId}</dd>
          <dt className="font-medium">Ordered</dt>
          <dd>
            <LocalTime at={createdAt} />
          </dd>
        </dl>
      </div>
      <table className="mt-10 w-full border-collapse text-left">
        <thead>
          <tr className="border-ink border-b">
            <th scope="col" className="w-16 py-2 font-medium">
              Shelf
            </th>
            <th scope="col" className="w-20 py-2 font-medium">
              <span className="sr-only">Picture</span>
            </th>
            <th scope="col" className="w-24 py-2 pr-4 text-right font-medium">
              Quantity
            </th>
            <th scope="col" className="py-2 font-medium">
              Product
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ _id, variantId, name, image, quantity, owed, refunded, size, color, sku }) => (
            <tr key={variantId ?? (_id || name)} className="break-inside-avoid border-line border-b">
              <td className="py-2.5 align-top">
                <span aria-hidden className="block size-6 border-2 border-ink" />
              </td>
              <td className="py-2.5 pr-4 align-top">
                <LinePicture image={image} loading="eager" className="w-16" />
              </td>
              <td className="py-2.5 pr-4 text-right align-top text-2xl tabular-nums leading-tight">
                {quantity}
                {owed && <span className="block text-sm">{owed} missing</span>}
                {refunded && <span className="block text-sm">{refunded} refunded</span>}
              </td>
              <td className="py-2.5 align-top [overflow-wrap:anywhere]">
                {size && <strong className="block text-2xl leading-tight">{size}</strong>}
                <span className="block">{[name, color].filter(Boolean).join(', ')}</span>
                {sku && <span className="block">SKU {sku}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {costs && (
        <dl className="mt-6 ml-auto grid w-72 max-w-full gap-1 tabular-nums">
          {costRows(costs, amount).map(([name, text]) => (
            <div key={name} className="flex justify-between gap-4">
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-10">Thank you for your order.</p>
    </div>
  )
}

const Lines = ({ children }: { children: string[] }) => (
  <p className="mt-1 whitespace-pre-line leading-relaxed [overflow-wrap:anywhere]">{children.join('\n')}</p>
)
