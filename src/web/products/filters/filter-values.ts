import { type Color, type ProductFilters, priceBands } from '#domain/products/product.ts'

export const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The index of the chosen price band, or -1. */
export const bandOf = ({ minPrice, maxPrice }: Pick<ProductFilters, 'minPrice' | 'maxPrice'>) =>
  priceBands.findIndex(({ min, max }) => min === minPrice && max === (maxPrice ?? Number.POSITIVE_INFINITY))

/** The colour of each swatch: the same in light and dark mode, because the goods do not change. */
export const swatches: Record<Color, string> = {
  black: '#1f1c1a',
  red: '#a3263a',
  gold: '#c79a3e',
  blue: '#2f4f8f',
  silver: '#c3c6c9',
  beige: '#dccbad',
  green: '#3f5d47',
}
