// One file to load for both: who has added a product opens the cart next.
export { CartPanel } from './cart-panel.tsx'
export { CartNoticeDialog } from './notice-dialog.tsx'
