import { useState } from 'react'
import type { BoardReturn } from '#domain/returns/return.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { button } from '../../ui/form/button.ts'
import { ArrivalForm } from './arrival-form.tsx'
import { AssignForm } from './assign-form.tsx'
import { EndQuestion } from './end-question.tsx'
import { RefundOfReturn } from './refund-of-return.tsx'
import { RefuseForm } from './refuse-form.tsx'
import { SwapForm } from './swap-form.tsx'

const forms = {
  arrival: 'What has arrived?',
  swap: 'Send the other size',
  refuse: 'Refuse this return?',
  assign: 'Which order is it?',
}
type Asked = keyof typeof forms | 'refund' | 'drop' | 'settle'

/** What can be done with a return now: the next step first. */
export function ReturnActions({ shown }: { shown: BoardReturn }) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const { status, order, lines } = shown
  const hasSwap = lines.some(({ swap }) => swap?.state === 'open')
  const hasMoney = lines.length === 0 || lines.some(({ swap }) => !swap || swap.state === 'ended')
  const hasAllArrived = lines.length > 0 && lines.every(({ arrived, quantity }) => arrived >= quantity)
  if (status === 'refused' || status === 'cancelled' || status === 'refunding') return null

  const formTitle = asked && asked in forms ? forms[asked as keyof typeof forms] : undefined
  const isOpen = status !== 'settled'
  const steps = [
    { isOffered: isOpen && !order, label: 'Find the order', go: () => setAsked('assign') },
    { isOffered: order?.isSent && !hasAllArrived, label: 'It has arrived', go: () => setAsked('arrival') },
    { isOffered: isOpen && order && hasSwap, label: 'Send the other size', go: () => setAsked('swap') },
    { isOffered: isOpen && order && hasMoney, label: 'Refund', go: () => setAsked('refund') },
    { isOffered: isOpen && hasSwap, label: 'Money instead of the size', go: () => setAsked('drop') },
    { isOffered: isOpen, label: 'Refuse', go: () => setAsked('refuse') },
    { isOffered: isOpen && !hasSwap, label: 'Settle without a refund', go: () => setAsked('settle') },
  ].filter(({ isOffered }) => isOffered)

  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {steps.map(({ label, go }, index) => (
        <button
          key={label}
          type="button"
          className={index === 0 && isOpen ? button.primary : button.quiet}
          onClick={go}
        >
          {label}
        </button>
      ))}
      {asked === 'refund' && order && <RefundOfReturn shown={shown} orderId={order.orderId} onClose={close} />}
      <EndQuestion id={shown._id} asked={asked === 'drop' || asked === 'settle' ? asked : undefined} onClose={close} />
      <FormDialog title={formTitle ?? ''} open={formTitle !== undefined} onClose={close}>
        {asked === 'arrival' && <ArrivalForm shown={shown} onClose={close} />}
        {asked === 'swap' && <SwapForm shown={shown} onClose={close} />}
        {asked === 'refuse' && <RefuseForm shown={shown} onClose={close} />}
        {asked === 'assign' && <AssignForm shown={shown} onClose={close} />}
      </FormDialog>
    </div>
  )
}
