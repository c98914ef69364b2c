import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { HydratedRouter } from 'react-router/dom'
import { keepCart } from './cart/keep.ts'
import { makeStore, readState } from './store.ts'

const store = makeStore({ state: readState() })

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Provider store={store}>
        <HydratedRouter />
      </Provider>
    </StrictMode>,
  )
})
keepCart(store)
