import { useBlocker } from 'react-router'
import { AlertDialog } from './feedback/alert-dialog.tsx'
import { button } from './form/button.ts'

/** Asks before a link leads away from what is typed and not saved. Other parts of the same page may be shown without asking. */
export function LeaveGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      text="What you typed is not saved yet."
    >
      <button type="button" className={button.primary} onClick={() => blocker.reset?.()}>
        Stay here
      </button>
      <button type="button" className={button.quiet} onClick={() => blocker.proceed?.()}>
        Leave
      </button>
    </AlertDialog>
  )
}
