import type { ReactNode } from 'react'
import { button } from './button.ts'

/** A calm message in place of content: why it is missing, and what to do next. */
export function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-6 px-4 py-20 text-center">
      <p className="max-w-prose font-display text-2xl">{children}</p>
      {action}
    </div>
  )
}

/** Something failed to load; asking again may help. */
export function Failure({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <div role="alert">
      <Notice
        action={
          <button type="button" className={button.quiet} onClick={onRetry}>
            Try again
          </button>
        }
      >
        {children}
      </Notice>
    </div>
  )
}
