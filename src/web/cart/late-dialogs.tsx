import { useAppDispatch, useAppSelector } from '../store.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { useLazy } from '../ui/use-lazy.ts'
import { cartActions } from './slice.ts'
import { useFinishedCheckout } from './use-finished-checkout.ts'

const load = () => import('./dialogs.ts')
const loadPanel = async () => (await load()).CartPanel
const loadNotice = async () => (await load()).CartNoticeDialog

/** Preloads the cart's code when the visitor is about to need it. A failure is retried when the cart opens. */
export const expectCart = () => load().then(undefined, () => undefined)

/** Renders the cart panel from its first opening on, and the message about an added product from the first one on. */
export function LateCartDialogs() {
  const isOpen = useAppSelector(({ cart }) => cart.isPanelOpen)
  const hasNotice = useAppSelector(({ cart }) => cart.notice !== undefined)
  const dispatch = useAppDispatch()
  useFinishedCheckout()
  const failed = () => {
    dispatch(cartActions.panelToggled(false))
    dispatch(cartActions.noticeClosed())
    toast.alert('Your cart could not be opened. Please try again.')
  }
  const Panel = useLazy(loadPanel, isOpen, failed)
  const Notice = useLazy(loadNotice, hasNotice, failed)
  return (
    <>
      {Panel && <Panel />}
      {Notice && <Notice />}
    </>
  )
}
