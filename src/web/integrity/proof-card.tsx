import { type ReactNode, useId } from 'react'
import { LocalTime } from '../ui/local-time.tsx'
import { Warning } from './warning.tsx'

interface ProofCardProps {
  title: string
  /** ISO; without it `none` is shown instead of the children. */
  at?: string
  none: ReactNode
  failed?: { at: string; why: string }
  children?: ReactNode
}

/** One thing that Proof reports: when it last succeeded, what that was, and whether it has failed since. */
export function ProofCard({ title, at, none, failed, children }: ProofCardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-line bg-paper p-4 text-sm sm:p-6">
      <h2 id={id} className="font-sans text-stone tracking-normal">
        {title}
      </h2>
      {at ? (
        <>
          <p className="mt-2 mb-3 font-display text-2xl tabular-nums">
            <LocalTime at={at} />
          </p>
          {children}
        </>
      ) : (
        <div className="mt-2 max-w-prose">{none}</div>
      )}
      {failed && (
        <Warning>
          The one of <LocalTime at={failed.at} /> failed: {failed.why}
        </Warning>
      )}
    </section>
  )
}
