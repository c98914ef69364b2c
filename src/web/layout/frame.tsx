import type { ReactNode } from 'react'
import { LateCartDialogs } from '../cart/late-dialogs.tsx'
import { Header } from './header.tsx'
import { ProgressBar } from './progress-bar.tsx'

/** The common parts of shop pages and dashboards: header, cart and skip link. */
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
      {/* Nothing in these is visible at first, so the server does not render them. */}
      {!import.meta.env.SSR && <LateCartDialogs />}
    </>
  )
}
