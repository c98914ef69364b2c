import { CartPanel } from './cart-panel.tsx'
import { CartNoticeDialog } from './notice-dialog.tsx'

/** The cart and the message about an added product, in one file to load: who adds a product opens the cart next. */
export const CartDialogs = () => (
  <>
    <CartPanel />
    <CartNoticeDialog />
  </>
)
