import { useBlocker } from 'react-router'
import { AlertDialog } from './feedback/alert-dialog.tsx'
import { button } from './form/button.ts'

interface LeaveGuardProps {
  isUnsaved: boolean
  /** Asks also before another part of the same page takes the place of this one. */
  asksWithinPage?: boolean
}

/** Asks before a link leads away from what is typed and not saved. */
export function LeaveGuard({ isUnsaved, asksWithinPage }: LeaveGuardProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isOtherPage = currentLocation.pathname !== nextLocation.pathname
    return isUnsaved && (isOtherPage || (asksWithinPage === true && currentLocation.search !== nextLocation.search))
  })
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
