import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** The id of the heading inside. */
  labelledBy: string
  className?: string
  children: ReactNode
}

/** The native modal dialog: it traps the focus and restores it; Escape and a click outside close it. */
export function Dialog({ open, onClose, labelledBy, className = '', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])

  // Ignores the second click of a double click on the button that opened the dialog.
  const closeBeside = ({ target, detail }: MouseEvent) => target === ref.current && detail < 2 && onClose()

  // Handles Escape here, because the browser fires `close` later, when the dialog may be open again. A file chooser
  // inside also fires `cancel`.
  const cancel = ({ target }: SyntheticEvent) => target === ref.current && onClose()
  const ended = () => !ref.current?.open && onClose()

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser provides Escape for the keyboard
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
