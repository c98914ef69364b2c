import { useId } from 'react'
import type { PackingOrder } from '#domain/orders/packing.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { NoteForm } from './note-form.tsx'

interface NoteDialogProps {
  /** The dialog is closed when undefined. */
  order: PackingOrder | undefined
  onClose: () => void
}

/** Asks for a note about an order of the list. */
export function NoteDialog({ order, onClose }: NoteDialogProps) {
  const id = useId()
  return (
    <Dialog
      open={order !== undefined}
      onClose={onClose}
      labelledBy={id}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-card border border-line bg-paper p-0 text-ink dark:border-edge"
    >
      <div className="flex flex-col gap-4 p-6 sm:p-8">
        <h2 id={id} className="text-2xl">
          Note about #{order?.number}
        </h2>
        {order && <NoteForm order={order._id} onSaved={onClose} onCancel={onClose} />}
      </div>
    </Dialog>
  )
}
