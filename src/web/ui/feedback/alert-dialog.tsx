import { type ReactNode, useId } from 'react'
import { Dialog } from './dialog.tsx'

interface AlertDialogProps {
  open: boolean
  onClose: () => void
  title: string
  text?: string
  /** The buttons; the first takes the focus. */
  children: ReactNode
}

/** A short message that needs an answer. */
export function AlertDialog({ open, onClose, title, text, children }: AlertDialogProps) {
  const id = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy={id}
      className="m-auto w-[min(26rem,calc(100vw-2.5rem))] rounded-card border border-line bg-paper p-0 text-ink dark:border-edge"
    >
      <div className="flex flex-col items-center gap-3 p-8 text-center">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {text && <p className="text-stone">{text}</p>}
        <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>
      </div>
    </Dialog>
  )
}
