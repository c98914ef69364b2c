import { useCallback, useEffect, useState } from 'react'
import type { CheckoutSession } from '#domain/orders/checkout.ts'
import { button } from '../ui/form/button.ts'
import { useLetGoMutation } from './api.ts'
import { forgetOpenCheckout, openCheckout } from './checkout-session.ts'

/** The open payment page of this browser; undefined from its end on. It is read when `isShown` becomes true. */
export function useOpenCheckout(isShown: boolean) {
  const [held, setHeld] = useState<CheckoutSession>()
  const look = useCallback(() => setHeld(openCheckout()), [])
  useEffect(() => {
    if (isShown) look()
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [isShown, look])
  useEffect(() => {
    if (!held) return
    const end = setTimeout(() => setHeld(undefined), Date.parse(held.expiresAt) - Date.now())
    return () => clearTimeout(end)
  }, [held])
  return { held, look, forget: () => setHeld(undefined) }
}

interface HeldCheckoutProps {
  held: CheckoutSession
  /** The pieces are free, or paid. */
  onEnded: (isPaid: boolean) => void
}

/** The way on to a payment page that was left open, and the way back. */
export function HeldCheckout({ held, onEnded }: HeldCheckoutProps) {
  const [letGo, { isLoading, isError }] = useLetGoMutation()
  const until = new Date(held.expiresAt).toLocaleTimeString([], {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

  async function change() {
    const { data, error } = await letGo(held.id)
    const isUnknown = (error as { status?: unknown } | undefined)?.status === 404
    if (!data && !isUnknown) return
    forgetOpenCheckout()
    onEnded(data?.paymentState === 'paid')
  }

  return (
    <div className="mt-4 flex flex-col gap-3">
      <p className="text-sm">Held for you until {until}.</p>
      {isError && (
        <p role="alert" className="text-danger text-sm">
          The payment page could not be closed. Please try again in a moment.
        </p>
      )}
      <a href={held.url} className={`${button.primary} w-full`}>
        Continue to payment
      </a>
      <button type="button" className={`${button.quiet} w-full`} onClick={change} disabled={isLoading}>
        Change cart
      </button>
    </div>
  )
}
