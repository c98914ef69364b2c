import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** The id of the heading inside. */
  labelledBy: string
  className?: string
  /** Once something is typed inside, a click outside does not close it. */
  isForm?: boolean
  children: ReactNode
}

/** The native modal dialog: it traps the focus and restores it; Escape and a click outside close it. */
export function Dialog({ open, onClose, labelledBy, className = '', isForm, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)
  const hasTyped = useRef(false)

  useEffect(() => {
    const dialog = ref.current
    hasTyped.current = false
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])

  /** Not for a text selection that is dragged out of the dialog, nor for the second click on the button that opened it. */
  const closeBeside = ({ target, detail }: MouseEvent) =>
    target === ref.current && pressed.current === target && detail < 2 && !hasTyped.current && onClose()

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
      onPointerDown={({ target }) => {
        pressed.current = target
      }}
      onInput={() => {
        hasTyped.current = isForm === true
      }}
      onClick={closeBeside}
      className={className}
    >
      {children}
    </dialog>
  )
}
