import { useEffect } from 'react'
import type { ProductFilters, ProductList } from '#domain/products/product.ts'
import { noteSizes } from '../note-wanted.ts'

/** Tells the shop when a filter by size has found nothing. */
export function useNoteSizes({ size }: ProductFilters, list: ProductList | undefined): void {
  const missing = list?.totalProducts === 0 ? size?.join() : undefined
  useEffect(() => {
    if (missing) noteSizes(missing.split(','))
  }, [missing])
}
