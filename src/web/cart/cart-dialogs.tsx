import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useAppDispatch } from '../store.ts'
import { CartPanel } from './cart-panel.tsx'
import { CartNoticeDialog } from './notice-dialog.tsx'
import { SizeChoice } from './size-choice.tsx'
import { cartActions } from './slice.ts'

/**
 * The cart, the message about an added product and the choice of its size, in one file to load: who adds a product opens
 * the cart next. They stand in their order: each closes, and gives the focus back, before the next opens.
 */
export function CartDialogs() {
  useCloseOnBack()
  return (
    <>
      <SizeChoice />
      <CartNoticeDialog />
      <CartPanel />
    </>
  )
}

/** Back and Forward lead to another page, which an open dialog would cover. */
function useCloseOnBack(): void {
  const { key } = useLocation()
  const cameBy = useNavigationType()
  const shown = useRef(key)
  const dispatch = useAppDispatch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (key !== shown.current && cameBy === 'POP') {
      dispatch(cartActions.sizeAsked(undefined))
      dispatch(cartActions.noticeClosed())
      dispatch(cartActions.panelToggled(false))
    }
    shown.current = key
  }, [key])
}
