import { useEffect, useEffectEvent, useState } from 'react'
import type { CheckoutSession } from '#domain/orders/checkout.ts'
import { describePlace, type PlaceInLine } from '#domain/orders/line.ts'
import { button } from '../ui/form/button.ts'

/** The answer to a checkout: its payment page, or why there is none. */
export interface CheckoutAnswer {
  data?: CheckoutSession
  error?: unknown
}

const silentSeconds = 3

/** A place in the line, and in how many seconds to ask again. */
export type ToldPlace = PlaceInLine & { retrySeconds: number }

/** The place that a refusal gives; undefined for any other. */
export function placeOf(error: unknown): ToldPlace | undefined {
  const { status, data, retrySeconds } = (error ?? {}) as {
    status?: unknown
    data?: { line?: PlaceInLine }
    retrySeconds?: number
  }
  return status === 503 && data?.line ? { ...data.line, retrySeconds: retrySeconds || silentSeconds } : undefined
}

/** Nothing says that the place is gone: the shop was not reached, or was too busy to say. */
const isSilent = (error: unknown) => {
  const { status } = (error ?? {}) as { status?: unknown }
  return typeof status !== 'number' || status === 503
}

interface WaitingLineProps {
  /** The place at first. */
  line: ToldPlace
  /** Sends the same checkout again. */
  ask: () => Promise<CheckoutAnswer>
  /** There is an answer other than a place. It may come after the buyer has left. */
  onAnswer: (answer: CheckoutAnswer, how: { hasLeft: boolean }) => void
  onLeave: () => void
}

/** The focused button was replaced. */
const focus = (element: HTMLElement | null) => element?.focus()

/** The place of a buyer who waits for the checkout. It asks again by itself, until there is an answer. */
export function WaitingLine({ line, ask, onAnswer, onLeave }: WaitingLineProps) {
  const [shown, setShown] = useState({ line, isLost: false, isSilent: false, asked: 0 })
  const askAgain = useEffectEvent(ask)
  const answered = useEffectEvent(onAnswer)
  const { asked } = shown
  const seconds = shown.isSilent ? silentSeconds : shown.line.retrySeconds

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer, also if it says the same
  useEffect(() => {
    let isOpen = true
    const jitter = Math.random() // thousands were told the same second
    const timer = setTimeout(
      async () => {
        const answer = await askAgain()
        const place = placeOf(answer.error)
        if (!isOpen && !answer.data) return
        if (answer.data || (!place && !isSilent(answer.error))) return answered(answer, { hasLeft: !isOpen })
        setShown(before => ({
          line: place ?? before.line,
          isLost: place ? place.place > before.line.place || (before.isLost && !before.isSilent) : before.isLost,
          isSilent: !place,
          asked: before.asked + 1,
        }))
      },
      (seconds + jitter) * 1_000,
    )
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [asked, seconds])

  return (
    <div className="mt-4 flex flex-col gap-3">
      <p
        role="status"
        ref={focus}
        tabIndex={-1}
        className="outline-none border-gold border-l-2 bg-paper px-4 py-3 text-sm"
      >
        {shown.isLost && 'Your place was lost, and you are at the end of the line again. '}
        {describePlace(shown.line)}
      </p>
      {shown.isSilent && (
        <p role="alert" className="text-danger text-sm">
          We could not reach the shop. We go on trying, and your place is kept for 90 seconds.
        </p>
      )}
      <p className="text-sm text-stone">
        The payment page opens by itself when it is your turn. Your place is kept when you reload this page, and for 90
        seconds when you close it.
      </p>
      <button type="button" className={`${button.quiet} w-full`} onClick={onLeave}>
        Leave the line
      </button>
    </div>
  )
}
