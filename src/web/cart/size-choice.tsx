import { isSellable } from '#domain/products/stock.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { AlertDialog } from '../ui/feedback/alert-dialog.tsx'
import { button } from '../ui/form/button.ts'
import { useAddToCart } from './add-to-cart.tsx'
import { sizesOf } from './sizes-of.ts'
import { cartActions } from './slice.ts'

/** Asks for the size of a product that is added from its card. */
export function SizeChoice() {
  const product = useAppSelector(({ cart }) => cart.asked)
  const dispatch = useAppDispatch()
  const addToCart = useAddToCart()
  const close = () => dispatch(cartActions.sizeAsked(undefined))
  return (
    <AlertDialog open={product !== undefined} onClose={close} title="Choose a size" text={product?.name}>
      {product &&
        sizesOf(product)
          .filter(isSellable)
          .map(size => (
            <button
              key={size._id}
              type="button"
              className={`${button.quiet} px-4! tabular-nums`}
              onClick={() => addToCart(product, size)}
            >
              {size.label}
            </button>
          ))}
      <button type="button" className="min-h-11 w-full text-sm text-stone underline underline-offset-4" onClick={close}>
        Cancel
      </button>
    </AlertDialog>
  )
}
