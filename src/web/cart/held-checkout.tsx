import { useCallback, useEffect, useState } from 'react'
import { type CartLine, lineKey } from '#domain/orders/cart.ts'
import type { CheckoutSession } from '#domain/orders/checkout.ts'
import { button } from '../ui/form/button.ts'
import { useLetGoMutation } from './api.ts'
import { boughtAt, forgetOpenCheckout, openCheckout, takeCheckout } from './checkout-session.ts'

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

/** Whether the cart is as it was when the payment page was opened; also for a page of which this browser knows nothing more. */
function hasSameCart(sessionId: string, lines: CartLine[]): boolean {
  const bought = boughtAt(sessionId)
  return (
    !bought ||
    (Object.keys(bought).length === lines.length && lines.every(line => bought[lineKey(line)] === line.quantity))
  )
}

interface HeldCheckoutProps {
  held: CheckoutSession
  products: CartLine[]
  /** The pieces are free, or paid. */
  onEnded: (isPaid: boolean) => void
}

/** The way on to a payment page that was left open, and the way back. */
export function HeldCheckout({ held, products, onEnded }: HeldCheckoutProps) {
  const [letGo, { data: letGone, isLoading, isError }] = useLetGoMutation()
  const isUnderWay = letGone?.paymentState === 'awaiting' // at a bank: its page can no longer be closed
  const isSame = hasSameCart(held.id, products)
  const until = new Date(held.expiresAt).toLocaleTimeString([], {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

  async function change() {
    const { data, error } = await letGo(held.id)
    const isUnknown = (error as { status?: unknown } | undefined)?.status === 404
    if (!data && !isUnknown) return
    if (data?.paymentState === 'awaiting') return
    const isPaid = data?.paymentState === 'paid'
    if (isPaid) forgetOpenCheckout()
    else takeCheckout(held.id) // nobody has to ask about it any more
    onEnded(isPaid)
  }

  return (
    <div className="mt-4 flex flex-col gap-3">
      <p className="text-sm">
        {isSame
          ? `Held for you until ${until}.`
          : 'A payment page is open for what was in your cart before. Close it to go on with the cart as it is now.'}
      </p>
      {isError && (
        <p role="alert" className="text-danger text-sm">
          The payment page could not be closed. Please try again in a moment.
        </p>
      )}
      {isUnderWay && (
        <p role="alert" className="text-danger text-sm">
          This payment is under way, and can no longer be stopped. We write to you when it has arrived.
        </p>
      )}
      {isSame && !isUnderWay && (
        <a href={held.url} className={`${button.primary} w-full`}>
          Continue to payment
        </a>
      )}
      <button
        type="button"
        className={`${isSame ? button.quiet : button.primary} w-full`}
        onClick={change}
        disabled={isLoading}
      >
        Change cart
      </button>
    </div>
  )
}
