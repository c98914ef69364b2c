import { flushSync } from 'react-dom'
import type { ShipAnswer } from '#domain/orders/packing.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { AlertDialog } from '../../ui/feedback/alert-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { useShipOrdersMutation } from './api.ts'

interface ShipDialogProps {
  /** The `_id`s of the ticked orders; the dialog is closed when undefined. */
  ids: string[] | undefined
  onClose: () => void
  onShipped: (answers: ShipAnswer[]) => void
}

export const orders = (n: number) => (n === 1 ? '1 order' : `${n} orders`)

/** Asks for confirmation, because each customer gets an e-mail. */
export const ShipDialog = ({ ids, onClose, onShipped }: ShipDialogProps) => (
  <AlertDialog
    open={ids !== undefined}
    onClose={onClose}
    title={ids ? `Mark ${orders(ids.length)} as shipped?` : ''}
    text={
      ids?.length === 1
        ? 'The customer is told in ten minutes. Set the order back before then and nothing is sent.'
        : 'Each customer is told in ten minutes. Set an order back before then and nothing is sent.'
    }
  >
    {ids && <Answer ids={ids} onClose={onClose} onShipped={onShipped} />}
  </AlertDialog>
)

function Answer({ ids, onClose, onShipped }: ShipDialogProps & { ids: string[] }) {
  const [ship, { isLoading }] = useShipOrdersMutation()

  async function go() {
    if (isLoading) return
    const { data, error } = await ship(ids)
    flushSync(onClose)
    document.getElementById('main')?.focus({ preventScroll: true }) // the rows disappear from the list
    if (!data) {
      console.info('The orders were not marked', error)
      return toast.alert(`Not all orders were marked as shipped. ${formErrorOf(error)}`)
    }
    const shipped = data.filter(({ outcome }) => outcome === 'shipped').length
    if (shipped > 0) toast.say(`${orders(shipped)} marked as shipped`)
    onShipped(data)
  }

  return (
    <>
      <button type="button" className={button.quiet} onClick={onClose}>
        Cancel
      </button>
      <button type="button" className={button.primary} aria-disabled={isLoading} onClick={go}>
        {isLoading ? 'Marking…' : 'Packed and shipped'}
      </button>
    </>
  )
}
