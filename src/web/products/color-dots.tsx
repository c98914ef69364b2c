import type { Product } from '#domain/products/product.ts'
import { useSwatch } from '../settings/api.ts'

/** The colors of a style on its card, small; the first four. */
export function ColorDots({ product: { colors = [], moreColors = 0 } }: { product: Product }) {
  const swatchOf = useSwatch()
  if (colors.length === 0) return null
  const names = colors.map(({ name }) => name).join(', ')
  return (
    <span className="flex items-center gap-1">
      <span className="sr-only">
        Colors: {names}
        {moreColors > 0 && ` and ${moreColors} more`}
      </span>
      {colors.map(({ _id, color, swatch }) => (
        <span
          key={_id}
          aria-hidden
          style={{ backgroundColor: swatch ?? swatchOf(color) }}
          className="size-3 rounded-full border border-edge forced-color-adjust-none"
        />
      ))}
      {moreColors > 0 && (
        <span aria-hidden className="text-stone text-xs">
          +{moreColors}
        </span>
      )}
    </span>
  )
}
