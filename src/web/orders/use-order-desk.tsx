import { useState } from 'react'
import type { ShownOrder } from '#domain/order.ts'
import { MoneyDialog } from './money-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'

type Question = 'status' | 'refund' | 'accept'

/** What an admin can do about an order, in dialogs: set its status, refund it, accept its payment. */
export function useOrderDesk() {
  const [asked, setAsked] = useState<{ question: Question; order: ShownOrder }>()
  const close = () => setAsked(undefined)
  const about = (question: Question) => (asked?.question === question ? asked.order : undefined)
  return {
    ask: (question: Question, order: ShownOrder) => setAsked({ question, order }),
    dialogs: (
      <>
        <StatusDialog order={about('status')} onClose={close} />
        <MoneyDialog kind="refund" order={about('refund')} onClose={close} />
        <MoneyDialog kind="accept" order={about('accept')} onClose={close} />
      </>
    ),
  }
}

export type Desk = ReturnType<typeof useOrderDesk>
