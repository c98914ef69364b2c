import { flushSync } from 'react-dom'
import type { Shipment } from '#domain/orders/order.ts'
import { parcelName } from '#domain/shipments/shipment.ts'
import { formErrorOf } from '../session/form-error.ts'
import { AlertDialog } from '../ui/feedback/alert-dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { useRemoveParcelMutation } from './api.ts'

interface RemoveParcelProps {
  /** The parcel to remove; the dialog is closed when undefined. */
  parcel: Shipment | undefined
  onClose: () => void
}

/** Asks for confirmation before a parcel is removed. */
export const RemoveParcel = ({ parcel, onClose }: RemoveParcelProps) => (
  <AlertDialog
    open={parcel !== undefined}
    onClose={onClose}
    title="Remove this parcel?"
    text={
      parcel &&
      `${parcelName(parcel)} leaves the order. If the customer has not been told yet, no e-mail is sent, and an order that only this parcel marked as shipped goes back.`
    }
  >
    {parcel && <Answer parcel={parcel} onClose={onClose} />}
  </AlertDialog>
)

function Answer({ parcel, onClose }: { parcel: Shipment; onClose: () => void }) {
  const [remove, { isLoading }] = useRemoveParcelMutation()

  async function go() {
    if (isLoading) return
    const { error } = await remove(parcel._id)
    flushSync(onClose)
    document.getElementById('main')?.focus({ preventScroll: true }) // the row disappears from the list
    if (!error) return toast.say('Parcel removed')
    console.info('The parcel was not removed', error)
    toast.alert(`The parcel was not removed. ${formErrorOf(error)}`)
  }

  return (
    <>
      <button type="button" className={button.quiet} onClick={onClose}>
        Cancel
      </button>
      <button type="button" className={button.primary} aria-disabled={isLoading} onClick={go}>
        {isLoading ? 'Removing…' : 'Remove'}
      </button>
    </>
  )
}
