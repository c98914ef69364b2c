import type { ShownOrder } from '#domain/orders/order.ts'
import { missingPieces } from '#domain/orders/packing.ts'
import { Badge, type Tone } from '../../ui/feedback/badge.tsx'

const tones: Record<string, Tone> = { pending: 'yellow', processing: 'blue', shipped: 'green', completed: 'grey' }

/** An order's status in the colours of the admin's pages. A refunded order has nothing left to do. */
export const AdminStatusBadge = ({ status, paymentState }: Pick<ShownOrder, 'status' | 'paymentState'>) =>
  paymentState === 'refunded' ? (
    <Badge tone="red">refunded</Badge>
  ) : (
    <Badge tone={tones[status] ?? 'light'}>{status}</Badge>
  )

/** The order's status; its payment state unless simply paid, and why it is in review. */
export function OrderBadges({ order }: { order: ShownOrder }) {
  const {
    paymentState,
    reviewReason,
    refunding,
    withdrawn,
    refunded = 0,
    disputes = [],
    products,
    cancelledAt,
    archivedAt,
    checkSince,
  } = order
  const missing = missingPieces(products)
  return (
    <>
      <AdminStatusBadge {...order} />
      {missing > 0 && paymentState !== 'refunded' && (
        <Badge tone="red">{missing === 1 ? '1 piece missing' : `${missing} pieces missing`}</Badge>
      )}
      {checkSince && <Badge tone="red">check before shipping</Badge>}
      {withdrawn && <Badge tone="red">withdrawn</Badge>}
      {cancelledAt && <Badge tone="red">cancelled</Badge>}
      {archivedAt && <Badge tone="light">archived</Badge>}
      {refunding && <Badge tone="blue">refunding</Badge>}
      {refunded > 0 && paymentState !== 'refunded' && <Badge tone="light">partly refunded</Badge>}
      {disputes.some(({ isOpen }) => isOpen) && <Badge tone="red">disputed</Badge>}
      {paymentState === 'review' && <Badge tone="red">in review</Badge>}
      {paymentState === 'review' && reviewReason && <p className="basis-full text-stone text-xs">{reviewReason}</p>}
      {(paymentState === 'awaiting' || paymentState === 'failed' || paymentState === 'expired') && (
        <Badge tone="light">{paymentState}</Badge>
      )}
    </>
  )
}
