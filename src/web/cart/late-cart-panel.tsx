import { useAppDispatch, useAppSelector } from '../store.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { useLate } from '../ui/use-lazy.ts'
import { cartActions } from './slice.ts'
import { useFinishedCheckout } from './use-finished-checkout.ts'

const load = async () => (await import('./cart-panel.tsx')).CartPanel

/** The cart's code, fetched when somebody is about to open it. What fails is tried again when it opens. */
export const expectCartPanel = () => load().then(undefined, () => undefined)

/** The cart panel, from its first opening on. */
export function LateCartPanel() {
  const isOpen = useAppSelector(({ cart }) => cart.isPanelOpen)
  const dispatch = useAppDispatch()
  useFinishedCheckout()
  const Panel = useLate(load, isOpen, () => {
    dispatch(cartActions.panelToggled(false))
    toast.alert('Your cart could not be opened. Please try again.')
  })
  return Panel && <Panel />
}
