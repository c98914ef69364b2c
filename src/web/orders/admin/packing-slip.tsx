import { addressLines } from '#domain/orders/address-lines.ts'
import type { Address, OrderStatus, ShownOrder } from '#domain/orders/order.ts'
import { describeVariation } from '#domain/products/variation.ts'
import { shopInfo } from '#domain/shop-info.ts'
import { LocalTime } from '../../ui/local-time.tsx'

const isStillHere = (status: OrderStatus) => status === 'pending' || status === 'processing'

/** Tells the person who packs that the order was refunded. */
export function refundedNote({ status, refunding }: ShownOrder): string {
  const what = refunding ? 'The money of this order is on its way back' : 'This order was refunded'
  return isStillHere(status) ? `${what}: do not send it.` : `${what}, and it is marked as ${status}.`
}

/** The parcel's contents and address, in print only. */
export function PackingSlip({ order }: { order: ShownOrder }) {
  const { orderId, number, createdAt, paymentState, refunding, address, products = [] } = order
  return (
    <div className="hidden text-ink text-sm print:block">
      <div className="flex items-baseline justify-between border-ink border-b pb-4">
        <p className="font-display text-3xl tracking-[0.2em]">{shopInfo.name}</p>
        <p className="text-lg">Packing slip</p>
      </div>
      {(paymentState === 'refunded' || refunding) && (
        <p className="mt-8 border border-ink p-4 text-lg">{refundedNote(order)}</p>
      )}
      <div className="mt-8 grid grid-cols-2 gap-8">
        <div>
          <p className="font-medium">Deliver to</p>
          <Lines address={address} />
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
            <th scope="col" className="w-24 py-2 pr-4 text-right font-medium">
              Quantity
            </th>
            <th scope="col" className="py-2 font-medium">
              Product
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ _id, variantId, name, quantity, owed, size, color, sku }) => (
            <tr key={variantId ?? (_id || name)} className="break-inside-avoid border-line border-b">
              <td className="py-2.5 pr-4 text-right align-top tabular-nums">
                {owed ? `${quantity} (${owed} missing)` : quantity}
              </td>
              <td className="py-2.5 [overflow-wrap:anywhere]">
                {name}
                {(size || color) && <strong className="block text-lg">{describeVariation({ color, size })}</strong>}
                {sku && <span className="block text-stone text-xs">SKU {sku}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-10">Thank you for your order.</p>
    </div>
  )
}

const Lines = ({ address }: { address: Address | undefined }) => (
  <p className="mt-1 whitespace-pre-line leading-relaxed [overflow-wrap:anywhere]">
    {address ? addressLines(address).join('\n') : 'No address was given.'}
  </p>
)
