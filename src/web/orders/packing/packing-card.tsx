import { countryName } from '#domain/orders/address-lines.ts'
import { missingPieces, type PackingOrder } from '#domain/orders/packing.ts'
import { Link } from '../../ui/link.tsx'
import { rowAction } from '../../ui/list/table.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { OrderBadges } from '../admin/admin-status-badge.tsx'
import { customerOf } from '../admin/customer-of.ts'
import { LinePicture } from '../line-picture.tsx'
import { MessageList } from '../message-list.tsx'
import { NoteList } from './note-list.tsx'

interface PackingCardProps {
  order: PackingOrder
  /** Undefined where orders cannot be ticked. */
  tick?: { isTicked: boolean; onChange: (isTicked: boolean) => void }
  onNote: () => void
}

const wayOf = ({ method, isPickup }: PackingOrder['costs']) => (isPickup ? `${method}: fetched in the shop` : method)

/** An order with what goes into its parcel. One that waits for pieces is shipped on its own page. */
export function PackingCard({ order, tick, onNote }: PackingCardProps) {
  const { _id, orderId, number, createdAt, products, notes, messages, address, costs } = order
  const isWaiting = missingPieces(products) > 0
  const toOrder = tick && isWaiting ? 'Ship without them on its page' : 'Open'
  const place = [address?.city, address?.country && countryName(address.country)].filter(Boolean).join(', ')
  return (
    <li className="rounded-card border border-line bg-paper p-4 has-[input:checked]:border-ink sm:p-5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        {tick && (
          <label className="-m-2 flex min-h-11 min-w-11 items-center justify-center">
            <input
              type="checkbox"
              checked={tick.isTicked}
              disabled={isWaiting}
              onChange={({ target }) => tick.onChange(target.checked)}
              aria-label={isWaiting ? `Order #${number}: pieces are missing` : `Order #${number}`}
              className="size-5 shrink-0 scroll-mt-48 accent-wine disabled:opacity-40"
            />
          </label>
        )}
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-baseline gap-x-3 text-xl tabular-nums">
            #{number}
            <span className="font-sans text-sm text-stone">
              <LocalTime at={createdAt} />
            </span>
          </h2>
          <p className="text-sm [overflow-wrap:anywhere]">
            <bdi>{address?.name ?? customerOf(order)}</bdi>
            {place && <span className="text-stone">, {place}</span>}
          </p>
          {costs.method && <p className="text-sm text-stone [overflow-wrap:anywhere]">{wayOf(costs)}</p>}
        </div>
        <div className="flex flex-wrap gap-1.5 max-sm:mt-1 max-sm:basis-full">
          <OrderBadges order={order} />
        </div>
      </div>
      <ul className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        {products.map(piece => (
          <Piece key={piece.variantId ?? (piece._id || piece.name)} piece={piece} />
        ))}
      </ul>
      {messages.length > 0 && (
        <div className="mt-4">
          <p className="mb-1 font-medium text-sm">The buyer wrote</p>
          <MessageList messages={messages} />
        </div>
      )}
      {notes.length > 0 && (
        <div className="mt-4">
          <NoteList order={_id} notes={notes} />
        </div>
      )}
      <div className="-mx-2 mt-2 -mb-2 flex flex-wrap gap-x-2">
        <button type="button" aria-label={`Add a note about #${number}`} className={rowAction} onClick={onNote}>
          Add a note
        </button>
        <Link to={`/orders/${orderId}`} aria-label={`${toOrder} #${number}`} className={rowAction}>
          {toOrder}
        </Link>
      </div>
    </li>
  )
}

function Piece({
  piece: { name, image, quantity, owed, refunded, size, color, sku },
}: {
  piece: PackingOrder['products'][number]
}) {
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-4">
      <LinePicture image={image} className="w-16" />
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-baseline gap-x-3 text-2xl leading-tight tabular-nums">
          {size && <strong className="font-semibold">{size}</strong>}
          {quantity > 1 && <strong className="font-semibold text-rosewood">× {quantity}</strong>}
        </p>
        <p className="[overflow-wrap:anywhere]">{[name, color].filter(Boolean).join(', ')}</p>
        {sku && <p className="text-stone text-xs [overflow-wrap:anywhere]">SKU {sku}</p>}
        {owed && <p className="font-medium text-danger text-xs">{owed} missing</p>}
        {refunded && <p className="font-medium text-danger text-xs">{refunded} refunded</p>}
      </div>
    </li>
  )
}
