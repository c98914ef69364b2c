import { type ReactNode, useId } from 'react'
import { Dialog } from './dialog.tsx'

interface FormDialogProps {
  title: string
  open: boolean
  onClose: () => void
  isWide?: boolean
  children: ReactNode
}

/** A modal dialog in the middle of the page, with its title above a form. */
export function FormDialog({ title, open, onClose, isWide, children }: FormDialogProps) {
  const id = useId()
  const width = isWide ? 'w-[min(44rem,calc(100vw-2rem))]' : 'w-[min(30rem,calc(100vw-2rem))]'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy={id}
      isForm
      className={`m-auto ${width} rounded-card border border-line bg-paper p-0 text-ink dark:border-edge`}
    >
      <div className="flex flex-col gap-4 p-6 sm:p-8">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {children}
      </div>
    </Dialog>
  )
}
