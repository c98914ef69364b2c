import { useState } from 'react'
import type { ShownOrder } from '#domain/orders/order.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { DeleteOrder } from './delete-order.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'

type Question = 'status' | 'refund' | 'accept' | 'delete'

/** The dialogs in which an admin sets an order's status, refunds it, accepts its payment or deletes it. */
export function useOrderActions() {
  const [asked, setAsked] = useState<{ question: Question; order: ShownOrder }>()
  const close = () => setAsked(undefined)
  const about = (question: Question) => (asked?.question === question ? asked.order : undefined)
  return {
    ask: (question: Question, order: ShownOrder) => setAsked({ question, order }),
    dialogs: (
      <>
        <StatusDialog order={about('status')} onClose={close} />
        <RefundDialog order={about('refund')} onClose={close} />
        <AcceptDialog order={about('accept')} onClose={close} />
        <DeleteOrder order={about('delete')} onClose={close} />
      </>
    ),
  }
}

export type OrderActions = ReturnType<typeof useOrderActions>
