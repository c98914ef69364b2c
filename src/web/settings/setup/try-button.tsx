import { LoaderCircle } from 'lucide'
import { type ReactNode, useRef, useState } from 'react'
import type { TryResult } from '#domain/settings/setup.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { button } from '../../ui/form/button.ts'
import { Icon } from '../../ui/icon.tsx'

interface TryButtonProps {
  /** Asks the server to try the service. */
  ask: () => Promise<{ data?: TryResult; error?: unknown }>
  progress: string
  children: string
  /** The result of an earlier try, until the button is pressed. */
  earlier?: ReactNode
}

/** Tries a service and says below what happened; it sends one request at a time. A result with a page leads to that page. */
export function TryButton({ ask, progress, children, earlier }: TryButtonProps) {
  const isAsking = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<TryResult>()

  function rest() {
    isAsking.current = false
    setIsBusy(false)
  }

  async function handleClick() {
    if (isAsking.current) return
    isAsking.current = true
    setIsBusy(true)
    setResult(undefined)
    const { data, error } = await ask()
    if (data?.url) {
      addEventListener('pageshow', rest, { once: true }) // the browser may show this page again as it was
      location.assign(data.url)
      return
    }
    setResult(data ?? { outcome: 'fails', sentence: formErrorOf(error) })
    rest()
  }

  return (
    <div className="mt-5">
      <button
        type="button"
        className={`${button.quiet} aria-disabled:opacity-70`}
        aria-disabled={isBusy}
        onClick={handleClick}
      >
        {isBusy && <Icon of={LoaderCircle} className="size-4 animate-spin" />}
        {isBusy ? progress : children}
      </button>
      <div role="status">{result ? <Outcome {...result} /> : !isBusy && earlier}</div>
    </div>
  )
}

const tones: Record<TryResult['outcome'], string> = {
  works: 'border-sage',
  incomplete: 'border-gold',
  fails: 'border-danger text-danger',
}

/** What happened when a service was tried. */
export const Outcome = ({ outcome, sentence }: Pick<TryResult, 'outcome' | 'sentence'>) => (
  <p className={`mt-4 max-w-prose border-l-2 pl-3 text-sm [overflow-wrap:anywhere] ${tones[outcome]}`}>{sentence}</p>
)
