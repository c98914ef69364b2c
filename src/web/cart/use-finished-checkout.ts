import { useEffect } from 'react'
import { useAppDispatch } from '../store.ts'
import { useAskPaymentMutation } from './api.ts'
import { expectPayment, takeCheckout, unknownCheckouts } from './checkout-session.ts'
import { cartActions } from './slice.ts'

/** Removes from the cart what was paid for, even if this browser never returned from the payment page. */
export function useFinishedCheckout(): void {
  const dispatch = useAppDispatch()
  const [ask] = useAskPaymentMutation()

  useEffect(() => {
    async function look() {
      if (location.pathname === '/success') return expectPayment() // that page checks the payment itself
      for (const sessionId of unknownCheckouts()) {
        const { data: order, error } = await ask(sessionId)
        const bought = order || hasEnded(error) ? takeCheckout(sessionId) : undefined
        if (bought && order) dispatch(cartActions.bought(bought))
      }
    }
    const showAgain = ({ persisted }: PageTransitionEvent) => persisted && look()
    look()
    addEventListener('pageshow', showAgain)
    return () => removeEventListener('pageshow', showAgain)
  }, [ask, dispatch])
}

function hasEnded(error: unknown): boolean {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { code?: string } }
  return status === 404 || data?.code === 'payment_expired' || data?.code === 'payment_failed'
}
