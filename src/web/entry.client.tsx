import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { HydratedRouter } from 'react-router/dom'
import { setCurrency } from '#domain/money.ts'
import { persistCart } from './cart/persist-cart.ts'
import { takeEarlyPress } from './early-press.ts'
import { persistSession } from './session/persist-session.ts'
import { settingsEndpoints } from './settings/api.ts'
import { makeStore, readState } from './store.ts'
import { OriginContext } from './ui/origin.ts'
import { persistWishlist } from './wishlist/persist-wishlist.ts'

const store = makeStore({ state: readState() })
const { data: frame } = settingsEndpoints.shopFrame.select()(store.getState())
if (frame) setCurrency(frame.currency)
const asServed = store.getState() // the first render must match the server's HTML, whatever the cart holds

let pressed = takeEarlyPress()

/** Presses, once the page responds, what was pressed before. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    pressed?.click()
    pressed = undefined
  }, [])
  return children
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <OriginContext value={location.origin}>
        <Provider store={store} serverState={asServed}>
          <Hydrated>
            <HydratedRouter />
          </Hydrated>
        </Provider>
      </OriginContext>
    </StrictMode>,
  )
})
// Going back at once skips the view transition, and React Router leaves the promise of that one unhandled.
addEventListener('unhandledrejection', event => {
  if (String(event.reason).includes('Transition was skipped')) event.preventDefault()
})
persistCart(store)
persistSession(store)
persistWishlist(store)
