import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { type ApiAccess, api } from './api.ts'
import { cartSlice } from './cart/slice.ts'
import { sessionSlice } from './session/slice.ts'
import { wishlistSlice } from './wishlist/slice.ts'

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [cartSlice.name]: cartSlice.reducer,
  [sessionSlice.name]: sessionSlice.reducer,
  [wishlistSlice.name]: wishlistSlice.reducer,
})

export type State = ReturnType<typeof reducer>

/** A store for one browser, or for one request on the server. */
export const makeStore = ({ state, ...access }: ApiAccess & { state?: Partial<State> } = {}) =>
  configureStore({
    reducer,
    preloadedState: state,
    middleware: defaults =>
      defaults({
        thunk: { extraArgument: access },
        // In development, a slow machine is no reason for a warning.
        serializableCheck: { warnAfter: Number.POSITIVE_INFINITY },
        immutableCheck: { warnAfter: Number.POSITIVE_INFINITY },
      }).concat(api.middleware),
    devTools: false,
  })

export type Store = ReturnType<typeof makeStore>
export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>()
export const useAppSelector = useSelector.withTypes<State>()

const stateId = 'state'

/** The server's API cache as JSON for the page; `<` is escaped so that no text can close the script element. */
export const writeState = ({ api }: State): string =>
  JSON.stringify({ api: { ...api, subscriptions: {} } }).replaceAll('<', '\\u003c')

/** The API cache that the page was rendered from, so that the browser fetches nothing twice. */
export function readState(): Partial<State> | undefined {
  const json = document.getElementById(stateId)?.textContent
  return json ? JSON.parse(json) : undefined
}

export { stateId }
