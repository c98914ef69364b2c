import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** The id of the heading inside. */
  labelledBy: string
  className?: string
  children: ReactNode
}

/** The browser's own modal dialog: it traps the focus and gives it back, Escape and a click beside it close it. */
export function Dialog({ open, onClose, labelledBy, className = '', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])

  // The second half of a double click on the button that opened it is not meant for the dialog.
  const closeBeside = ({ target, detail }: MouseEvent) => target === ref.current && detail < 2 && onClose()

  // Said at once by Escape; the browser tells of the end a moment later, when the dialog may be open again. The file chooser
  // of a field inside is cancelled too.
  const cancel = ({ target }: SyntheticEvent) => target === ref.current && onClose()
  const ended = () => !ref.current?.open && onClose()

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out, the browser gives it
    <dialog
      ref={ref}
      aria-labelledby={labelledBy}
      onCancel={cancel}
      onClose={ended}
      onClick={closeBeside}
      className={className}
    >
      {children}
    </dialog>
  )
}
