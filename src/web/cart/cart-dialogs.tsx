import { CartPanel } from './cart-panel.tsx'
import { CartNoticeDialog } from './notice-dialog.tsx'
import { SizeChoice } from './size-choice.tsx'

/**
 * The cart, the message about an added product and the choice of its size, in one file to load: who adds a product opens
 * the cart next. They stand in their order: each closes, and gives the focus back, before the next opens.
 */
export const CartDialogs = () => (
  <>
    <SizeChoice />
    <CartNoticeDialog />
    <CartPanel />
  </>
)
