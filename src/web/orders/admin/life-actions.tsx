import { useState } from 'react'
import type { ShownOrder } from '#domain/orders/order.ts'
import { useIsAdmin } from '../../session/use-user.ts'
import { button } from '../../ui/form/button.ts'
import { CancelOrder } from '../cancel-order.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { CheckedButton } from './checked-button.tsx'
import { PutBackButton } from './put-back-button.tsx'
import { useArchive } from './use-archive.ts'

/** Changes the address of an order that was not shipped, gives up an unpaid one, puts a refunded one back on the shelf, and archives. */
export function LifeActions({ order }: { order: ShownOrder }) {
  const [isEditing, setIsEditing] = useState(false)
  const archive = useArchive()
  const isAdmin = useIsAdmin()
  const { _id = '', status, paymentState, archivedAt, cancelledAt, checkSince, products = [] } = order
  const isOpen = status === 'pending' || status === 'processing'
  const toPutBack = products.reduce((sum, line) => sum + (line.toPutBack ?? 0), 0)
  const hasMoney = paymentState === 'paid' || paymentState === 'review'
  return (
    <>
      {checkSince && <CheckedButton id={_id} />}
      {hasMoney && isOpen && !cancelledAt && (
        <button type="button" className={button.quiet} onClick={() => setIsEditing(true)}>
          Change address
        </button>
      )}
      {isOpen && !cancelledAt && (paymentState === 'refunded' || (hasMoney && toPutBack > 0)) && (
        <PutBackButton id={_id}>{hasMoney ? 'Put refunded pieces back' : 'Back on the shelf'}</PutBackButton>
      )}
      <CancelOrder order={order} />
      {isAdmin && (hasMoney || paymentState === 'refunded') && (
        <button
          type="button"
          className={button.quiet}
          aria-disabled={archive.isLoading}
          onClick={() => archive.set(_id, !archivedAt)}
        >
          {archivedAt ? 'Take out of the archive' : 'Archive'}
        </button>
      )}
      <AddressDialog order={isEditing ? order : undefined} onClose={() => setIsEditing(false)} />
    </>
  )
}
