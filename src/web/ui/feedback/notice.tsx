import type { ReactNode } from 'react'
import { button } from '../form/button.ts'

interface NoticeProps {
  children: ReactNode
  action?: ReactNode
  /** True when the message is the whole page and therefore its heading. */
  isPage?: boolean
}

/** A message in place of content: why it is missing, and what to do next. */
export function Notice({ children, action, isPage }: NoticeProps) {
  const Text = isPage ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center gap-6 px-4 py-20 text-center">
      <Text className="max-w-prose font-display text-2xl">{children}</Text>
      {action}
    </div>
  )
}

interface FailureProps extends NoticeProps {
  /** Undefined when trying again would not help. */
  onRetry?: () => void
}

/** A loading error with a button to retry, and with `action`. */
export function Failure({ children, onRetry, isPage, action }: FailureProps) {
  return (
    <div role="alert">
      <Notice
        isPage={isPage}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {onRetry && (
              <button type="button" className={button.quiet} onClick={onRetry}>
                Try again
              </button>
            )}
            {action}
          </div>
        }
      >
        {children}
      </Notice>
    </div>
  )
}
