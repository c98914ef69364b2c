import type { ReactNode } from 'react'
import { LateCartPanel } from '../cart/late-cart-panel.tsx'
import { CartNoticeDialog } from '../cart/notice-dialog.tsx'
import { Header } from './header.tsx'
import { ProgressBar } from './progress-bar.tsx'

/** What the pages of the shop and of the dashboards share: the header, the cart and the way past them. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-40 -translate-y-20 rounded-control bg-ink px-4 py-3 text-ivory text-sm forced-color-adjust-none focus:translate-y-0"
      >
        Skip to content
      </a>
      <ProgressBar />
      <Header />
      {children}
      {!import.meta.env.SSR && <LaterParts />}
    </>
  )
}

/** Nothing of them can be seen in a page as it comes, so the server leaves them out. */
const LaterParts = () => (
  <>
    <LateCartPanel />
    <CartNoticeDialog />
  </>
)
