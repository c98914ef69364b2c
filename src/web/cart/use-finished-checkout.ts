import { useEffect } from 'react'
import { useAppDispatch } from '../store.ts'
import { useAskPaymentMutation } from './api.ts'
import { begunCheckout, takeCheckout } from './checkout-session.ts'
import { cartActions } from './slice.ts'

/** Empties the cart when its payment went through although this browser never came back from it. */
export function useFinishedCheckout(): void {
  const dispatch = useAppDispatch()
  const [ask] = useAskPaymentMutation()

  useEffect(() => {
    async function look() {
      const sessionId = begunCheckout()
      if (!sessionId || location.pathname === '/success') return // that page asks by itself
      const { data, error } = await ask(sessionId)
      const isPaid = data?.paymentState === 'paid'
      if ((isPaid || hasEnded(error)) && takeCheckout(sessionId) && isPaid) dispatch(cartActions.cleared())
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
