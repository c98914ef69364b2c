import { useEffect } from 'react'
import { useAppDispatch } from '../store.ts'
import { expectPayment, unknownCheckouts } from './checkout-session.ts'

/** Removes from the cart what was paid for, even if this browser never returned from the payment page. */
export function useFinishedCheckout(): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    function look() {
      if (location.pathname === '/success') return expectPayment() // that page checks the payment itself
      if (unknownCheckouts().length === 0) return
      const nextPageAsks = () => {}
      import('./finished-checkouts.ts').then(({ removeBought }) => removeBought(dispatch), nextPageAsks)
    }
    const showAgain = ({ persisted }: PageTransitionEvent) => persisted && look()
    look()
    addEventListener('pageshow', showAgain)
    return () => removeEventListener('pageshow', showAgain)
  }, [dispatch])
}
