import { button } from '../form/button.ts'
import { AlertDialog } from './alert-dialog.tsx'

interface TakeBackDialogProps {
  open: boolean
  onClose: () => void
  /** What is taken back, with how many. */
  text: string
  onTakeBack: () => void
}

/** Asks before many records are taken back with one press. */
export const TakeBackDialog = ({ open, onClose, text, onTakeBack }: TakeBackDialogProps) => (
  <AlertDialog open={open} onClose={onClose} title="Take all of it back?" text={text}>
    <button type="button" className={button.quiet} onClick={onClose}>
      Cancel
    </button>
    <button type="button" className={button.primary} onClick={onTakeBack}>
      Take it back
    </button>
  </AlertDialog>
)
