import { useEffect } from 'react'
import { Outlet, useSearchParams } from 'react-router'
import { forgetOpenCheckout } from '../cart/checkout-session.ts'
import { cartActions } from '../cart/slice.ts'
import { Announcement } from '../layout/announcement.tsx'
import { Footer } from '../layout/footer.tsx'
import { Frame } from '../layout/frame.tsx'
import { useFocusOnNewPage } from '../layout/use-focus-on-new-page.ts'
import { LoadProductPageEarly } from '../products/load-product-page-early.tsx'
import { useAppDispatch } from '../store.ts'

/** The frame of every storefront page. `?cart=open` opens the cart: a cancelled payment returns with it. */
export default function ShopLayout() {
  const [search, setSearch] = useSearchParams()
  const dispatch = useAppDispatch()
  const asksForCart = search.get('cart') === 'open'

  useEffect(() => {
    if (!asksForCart) return
    forgetOpenCheckout() // the way back from the payment page has closed it
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
    <Frame>
      <Announcement />
      <main id="main" tabIndex={-1} className="min-h-[70vh] pt-16 outline-none">
        <Outlet />
      </main>
      <Footer />
      <LoadProductPageEarly />
    </Frame>
  )
}
