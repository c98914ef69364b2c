import { CartPanel } from './cart-panel.tsx'
import { CartNoticeDialog } from './notice-dialog.tsx'

/**
 * The cart and the message about an added product, in one file to load: who adds a product opens the cart next.
 * The message comes first: it closes, and gives the focus back, before the cart opens.
 */
export const CartDialogs = () => (
  <>
    <CartNoticeDialog />
    <CartPanel />
  </>
)
