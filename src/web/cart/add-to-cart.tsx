import type { Product } from '#domain/products/product.ts'
import { useAppDispatch } from '../store.ts'
import { cartActions } from './slice.ts'

export function useAddToCart() {
  const dispatch = useAppDispatch()
  return ({ _id, name, price, image, category, color }: Product) =>
    dispatch(cartActions.added({ _id, name, price, image, category, color }))
}
