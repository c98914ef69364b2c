import type { BoardReturn } from '#domain/returns/return.ts'
import { nothingChosen, type RefundChoice } from '../../orders/admin/refund-choice.ts'
import { RefundDialog } from '../../orders/admin/refund-dialog.tsx'
import { useGetOrderQuery } from '../../orders/api.ts'
import { useUser } from '../../session/use-user.ts'

interface RefundOfReturnProps {
  shown: BoardReturn
  orderId: string
  onClose: () => void
}

/** The refund that settles a return: its pieces are chosen, and after a withdrawal from all of it the delivery as well. */
export function RefundOfReturn({ shown, orderId, onClose }: RefundOfReturnProps) {
  const { currentData: order } = useGetOrderQuery({ orderId, userId: useUser()?._id })
  return (
    <RefundDialog
      order={order}
      settles={order && { returnId: shown._id, choice: choiceOf(shown, order) }}
      onClose={onClose}
    />
  )
}

type Order = NonNullable<Parameters<typeof RefundDialog>[0]['order']>

function choiceOf({ kind, lines }: BoardReturn, { refundable }: Order): RefundChoice {
  const pieces: Record<number, number> = {}
  for (const { position, quantity, arrived, swap } of lines) {
    if (swap && swap.state !== 'ended') continue
    const most = refundable?.lines.find(line => line.position === position)?.pieces.length ?? 0
    pieces[position] = Math.min(most, (pieces[position] ?? 0) + (arrived || quantity))
  }
  const isAll =
    refundable?.lines.every(({ position, pieces: left }) => (pieces[position] ?? 0) === left.length) ?? false
  return { ...nothingChosen, pieces, delivery: kind === 'withdrawal' && isAll && (refundable?.delivery ?? 0) > 0 }
}
