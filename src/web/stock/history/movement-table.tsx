import type { Movement } from '#domain/stock/board.ts'
import { Link } from '../../ui/link.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'
import { LocalTime } from '../../ui/local-time.tsx'

const words: Record<Movement['kind'], string> = {
  received: 'Received',
  held: 'Held for a checkout',
  released: 'Freed by a checkout',
  sold: 'Sold',
  returned: 'Returned',
  counted: 'Counted',
  corrected: 'Corrected',
}

const swapWords: Partial<typeof words> = {
  held: 'Held for a swap',
  released: 'Freed by a swap',
  sold: 'Sent as a swap',
}

const signed = (n: number) => (n === 0 ? '–' : n > 0 ? `+${n}` : `−${-n}`)
const link = 'underline decoration-edge underline-offset-4 hover:text-rosewood'

const columns: Column<Movement>[] = [
  { header: 'When', onCard: 'title', cell: ({ at }) => <LocalTime at={at} /> },
  { header: 'Size', cell: ({ size }) => size },
  {
    header: 'What',
    cell: ({ kind, reason, order, delivery, by, isOfReturn }) => (
      <span>
        {(isOfReturn && swapWords[kind]) || words[kind]}
        {reason && `: ${reason}`}
        {order && (
          <>
            {', '}
            <Link to={`/orders/${order.orderId}`} className={link}>{`order #${order.number}`}</Link>
          </>
        )}
        {delivery && (
          <>
            {', '}
            <Link to="/dashboard/stock/deliveries" className={link}>
              {delivery.note || 'a delivery'}
            </Link>
          </>
        )}
        {by && <span className="block text-stone text-xs">{by}</span>}
      </span>
    ),
  },
  { header: 'Pieces', align: 'right', cell: ({ onHand }) => signed(onHand) },
  { header: 'Held', align: 'right', cell: ({ held }) => signed(held) },
  { header: 'On hand then', align: 'right', cell: ({ left }) => left },
]

/** Every movement of the pieces of a product, the newest first. */
export const MovementTable = ({ movements }: { movements: readonly Movement[] }) => (
  <Table caption="Movements, newest first" columns={columns} rows={movements} keyOf={({ _id }) => _id} />
)
