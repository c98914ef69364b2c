import { useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { useLazy } from '../ui/use-lazy.ts'
import { isInLine } from './checkout-session.ts'
import { cartActions } from './slice.ts'
import { useFinishedCheckout } from './use-finished-checkout.ts'

const load = async () => (await import('./cart-dialogs.tsx')).CartDialogs

/** Preloads the cart's code when the visitor is about to need it. A failure is retried when the cart opens. */
export const expectCart = () => load().then(undefined, () => undefined)

/** Renders the cart panel, the message about an added product and the choice of its size, from the first time on that one of them opens. */
export function LateCartDialogs() {
  const isWanted = useAppSelector(
    ({ cart }) => cart.isPanelOpen || cart.notice !== undefined || cart.asked !== undefined,
  )
  const dispatch = useAppDispatch()
  useFinishedCheckout()
  useEffect(() => {
    if (isInLine()) dispatch(cartActions.panelToggled(true))
  }, [dispatch])
  const Dialogs = useLazy(load, isWanted, () => {
    dispatch(cartActions.panelToggled(false))
    dispatch(cartActions.noticeClosed())
    dispatch(cartActions.sizeAsked(undefined))
    toast.alert('Your cart could not be opened. Please try again.')
  })
  return Dialogs && <Dialogs />
}
