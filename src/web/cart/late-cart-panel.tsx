import { useAppDispatch, useAppSelector } from '../store.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { useLazy } from '../ui/use-lazy.ts'
import { cartActions } from './slice.ts'
import { useFinishedCheckout } from './use-finished-checkout.ts'

const load = async () => (await import('./cart-panel.tsx')).CartPanel

/** Preloads the cart's code when the visitor is about to open it. A failure is retried when the cart opens. */
export const expectCartPanel = () => load().then(undefined, () => undefined)

/** Renders the cart panel from its first opening on. */
export function LateCartPanel() {
  const isOpen = useAppSelector(({ cart }) => cart.isPanelOpen)
  const dispatch = useAppDispatch()
  useFinishedCheckout()
  const Panel = useLazy(load, isOpen, () => {
    dispatch(cartActions.panelToggled(false))
    toast.alert('Your cart could not be opened. Please try again.')
  })
  return Panel && <Panel />
}
