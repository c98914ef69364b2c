import type { Product } from '#domain/products/product.ts'
import type { ProductSize } from '#domain/products/variation.ts'
import { useAppDispatch } from '../store.ts'
import { sizesOf } from './sizes-of.ts'
import { cartActions } from './slice.ts'

/** @returns a function that adds a product; one that has sizes in the given size, or in the one that a dialog asks for */
export function useAddToCart() {
  const dispatch = useAppDispatch()
  return (product: Product & { shade?: string }, size?: ProductSize) => {
    if (!size && sizesOf(product).length > 0) return dispatch(cartActions.sizeAsked(product))
    const { _id, name, price, image, category, color, shade = color } = product
    const variant = size && { variantId: size._id, size: size.label }
    return dispatch(cartActions.added({ _id, ...variant, name, price, image, category, color: shade }))
  }
}
