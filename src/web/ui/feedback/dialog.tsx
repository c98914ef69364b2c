import { type MouseEvent, type PointerEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'

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
  const isPressedBeside = useRef(false)
  const hasTyped = useRef(false)

  useEffect(() => {
    const dialog = ref.current
    hasTyped.current = false
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])

  // A text selection that is dragged out of the dialog ends in a click beside it.
  function notePress({ target }: PointerEvent) {
    isPressedBeside.current = target === ref.current
  }
  function noteTyping() {
    hasTyped.current = true
  }

  function closeBeside({ target, detail }: MouseEvent) {
    const isSecondClick = detail > 1 // of a double click on the button that opened the dialog
    if (target !== ref.current || !isPressedBeside.current || isSecondClick) return
    if (!isForm || !hasTyped.current) onClose()
  }

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
      onPointerDown={notePress}
      onInput={noteTyping}
      onClick={closeBeside}
      className={className}
    >
      {children}
    </dialog>
  )
}
