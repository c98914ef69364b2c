import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'react-redux'
import { Links, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router'
import type { Route } from './+types/root'
import { ScriptNotice } from './layout/script-notice.tsx'
import { prefetch } from './prefetch.ts'
import { type State, stateId, writeState } from './store.ts'
import './styles.css'
import { AccentStyle } from './settings/accent-style.tsx'
import { settingsEndpoints } from './settings/api.ts'
import { ShopIcons } from './settings/shop-icons.tsx'
import { LiveRegion } from './ui/feedback/live-region.tsx'
import { Notice } from './ui/feedback/notice.tsx'
import { Toasts } from './ui/feedback/toast.tsx'
import { button } from './ui/form/button.ts'
import { PageTitle } from './ui/page-title.tsx'

/** Every page shows what the owner says about the shop. A page that cannot load it shows what the process knows. */
export async function loader({ context }: Route.LoaderArgs) {
  await prefetch(context, [settingsEndpoints.shopFrame, undefined])
  return null
}

export const clientLoader = () => null

export function Layout({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '' // browser tests wait for it
  }, [])
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#171412" media="(prefers-color-scheme: dark)" />
        {[fraunces, inter].map(font => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <ShopIcons />
        <Links />
        <AccentStyle />
      </head>
      <body>
        {children}
        <StateForBrowser />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

function StateForBrowser() {
  const store = useStore<State>()
  const json = typeof document === 'undefined' ? writeState(store.getState()) : ''
  return (
    <script
      id={stateId}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which every `<` is escaped
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}

export default function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
      <LiveRegion />
      <ScriptNotice />
    </>
  )
}

/** The last error boundary: offers a way back when a page fails to render. */
export function ErrorBoundary() {
  const error = useRouteError()
  if (!import.meta.env.SSR) console.error(error) // on the server `handleError` logs it
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center">
      <PageTitle>Something went wrong</PageTitle>
      <Notice
        isPage
        action={
          <a href="/" className={button.primary}>
            Go back home
          </a>
        }
      >
        Something went wrong on this page.
      </Notice>
    </main>
  )
}
