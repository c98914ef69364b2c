import type { Product } from '#domain/products/product.ts'
import type { ProductSize } from '#domain/products/variation.ts'
import { useAppDispatch } from '../store.ts'
import { cartActions } from './slice.ts'

/** @returns a function that adds a product, in one of its sizes when it has several */
export function useAddToCart() {
  const dispatch = useAppDispatch()
  return (
    { _id, name, price, image, category, color, shade = color }: Omit<Product, 'sizes'> & { shade?: string },
    size?: ProductSize,
  ) =>
    dispatch(
      cartActions.added({
        _id,
        ...(size && { variantId: size._id, size: size.label }),
        name,
        price,
        image,
        category,
        color: shade,
      }),
    )
}
