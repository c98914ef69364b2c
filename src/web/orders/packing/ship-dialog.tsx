import { type FormEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { PackingOrder, ShipAnswer } from '#domain/orders/packing.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { useShipOrdersMutation } from './api.ts'
import { ParcelNumbers, readParcels } from './parcel-numbers.tsx'

interface ShipDialogProps {
  /** The ticked orders; the dialog is closed when undefined. */
  ticked: readonly PackingOrder[] | undefined
  onClose: () => void
  onShipped: (answers: ShipAnswer[]) => void
}

export const orders = (n: number) => (n === 1 ? '1 order' : `${n} orders`)

/** Asks for confirmation, because each customer gets an e-mail, and for the numbers of the parcels. */
export const ShipDialog = ({ ticked, onClose, onShipped }: ShipDialogProps) => (
  <FormDialog
    open={ticked !== undefined}
    onClose={onClose}
    title={ticked ? `Mark ${orders(ticked.length)} as shipped?` : ''}
  >
    {ticked && <ShipForm ticked={ticked} onClose={onClose} onShipped={onShipped} />}
  </FormDialog>
)

function ShipForm({ ticked, onClose, onShipped }: ShipDialogProps & { ticked: readonly PackingOrder[] }) {
  const [ship, { isLoading }] = useShipOrdersMutation()
  const shownIds = useRef(ticked.map(({ _id }) => _id))

  async function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLoading) return
    const ids = shownIds.current
    const { data, error } = await ship({ orders: ids, parcels: readParcels(event.currentTarget, ids) })
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
    <form onSubmit={go} noValidate className="flex flex-col gap-5">
      <p className="text-stone">
        {ticked.length === 1
          ? 'The customer is told in ten minutes. Set the order back before then and nothing is sent.'
          : 'Each customer is told in ten minutes. Set an order back before then and nothing is sent.'}
      </p>
      <ParcelNumbers ticked={ticked} />
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className={button.quiet} onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className={button.primary} aria-disabled={isLoading}>
          {isLoading ? 'Marking…' : 'Packed and shipped'}
        </button>
      </div>
    </form>
  )
}
