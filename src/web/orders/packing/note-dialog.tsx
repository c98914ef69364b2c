import type { PackingOrder } from '#domain/orders/packing.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { NoteForm } from './note-form.tsx'

interface NoteDialogProps {
  /** The dialog is closed when undefined. */
  order: PackingOrder | undefined
  onClose: () => void
}

/** Asks for a note about an order of the list. */
export function NoteDialog({ order, onClose }: NoteDialogProps) {
  return (
    <FormDialog title={`Note about #${order?.number}`} open={order !== undefined} onClose={onClose}>
      {order && <NoteForm order={order._id} onSaved={onClose} onCancel={onClose} />}
    </FormDialog>
  )
}
