import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useSearchParams } from 'react-router'
import { CartPanel } from '../cart/cart-panel.tsx'
import { CartNoticeDialog } from '../cart/notice-dialog.tsx'
import { cartActions } from '../cart/slice.ts'
import { Footer } from '../layout/footer.tsx'
import { Header } from '../layout/header.tsx'
import { useAppDispatch } from '../store.ts'

/** The frame of every storefront page. `?cart=open` opens the cart: a cancelled payment comes back this way. */
export default function ShopLayout() {
  const [search, setSearch] = useSearchParams()
  const dispatch = useAppDispatch()
  const asksForCart = search.get('cart') === 'open'

  useEffect(() => {
    if (!asksForCart) return
    dispatch(cartActions.panelToggled(true))
    setSearch(
      params => {
        params.delete('cart')
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  }, [asksForCart, dispatch, setSearch])

  useFocusOnNewPage(search.get('page'))

  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-40 -translate-y-20 rounded-control bg-ink px-4 py-3 text-ivory text-sm focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="min-h-[70vh] pt-16 outline-none">
        <Outlet />
      </main>
      <Footer />
      <CartPanel />
      <CartNoticeDialog />
    </>
  )
}

/** A new page begins at its content, for the keyboard and for whoever listens. */
function useFocusOnNewPage(page: string | null) {
  const { pathname } = useLocation()
  const here = `${pathname} ${page}`
  const shown = useRef(here)
  useEffect(() => {
    if (shown.current === here) return
    shown.current = here
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [here])
}
