import { useEffect, useState } from 'react'
import { cartLimits } from '#domain/orders/cart.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { AlertDialog } from '../ui/feedback/alert-dialog.tsx'
import { button } from '../ui/form/button.ts'
import { type AddNotice, cartActions } from './slice.ts'

const texts: Record<AddNotice, { title: string; text?: string; close: string }> = {
  added: { title: 'Product added successfully!', close: 'Continue shopping' },
  duplicate: { title: 'Error!', text: 'Product already Added to Cart', close: "It's Ok" },
  full: {
    title: 'Error!',
    text: `A cart holds up to ${cartLimits.lines} different products. Please check out first.`,
    close: "It's Ok",
  },
}

/** Says whether a product was added to the cart. */
export function CartNoticeDialog() {
  const notice = useAppSelector(({ cart }) => cart.notice)
  const dispatch = useAppDispatch()
  const [shown, setShown] = useState<AddNotice>()
  useEffect(() => {
    if (notice) setShown(notice) // the text stays while the dialog closes
  }, [notice])

  const close = () => dispatch(cartActions.noticeClosed())
  const shownNotice = notice ?? shown
  if (!shownNotice) return null
  const { title, text, close: closeLabel } = texts[shownNotice]
  return (
    <AlertDialog open={notice !== undefined} onClose={close} title={title} text={text}>
      <button type="button" className={button.primary} onClick={close}>
        {closeLabel}
      </button>
      {shownNotice === 'added' && (
        <button
          type="button"
          className={button.quiet}
          onClick={() => {
            close()
            dispatch(cartActions.panelToggled(true))
          }}
        >
          View cart
        </button>
      )}
    </AlertDialog>
  )
}
