import { describeVariation } from '#domain/products/variation.ts'
import { useSwatch } from '../settings/api.ts'
import { Link } from '../ui/link.tsx'
import type { ShownProduct } from './known-product.ts'

/** The colors of a style as links to their products. Colors that a list does not name keep their room until they have loaded. */
export function ColorChips({ product: { _id, colors = [], moreColors = 0 } }: { product: ShownProduct }) {
  const swatchOf = useSwatch()
  if (colors.length === 0) return null
  return (
    <ul aria-label="Colors" className="mt-4 -ml-2 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
      {colors.map(({ _id: id, name, path, color, swatch, soldOut }) => {
        const label = describeVariation({ color: name })
        return (
          <li key={id} className="min-w-0">
            <Link
              to={path}
              title={label}
              aria-current={id === _id ? 'page' : undefined}
              className="group flex h-11 items-center gap-2 rounded-control px-2 text-sm -outline-offset-2 hover:text-rosewood"
            >
              <span
                style={{ backgroundColor: swatch ?? swatchOf(color) }}
                className="size-6 shrink-0 rounded-full border border-edge outline-ink outline-offset-2 forced-color-adjust-none group-aria-[current]:outline-2"
              />
              <span className="truncate">
                {label}
                {soldOut && ', sold out'}
              </span>
            </Link>
          </li>
        )
      })}
      {Array.from({ length: moreColors }, (_, index) => index).map(more => (
        <li key={more} aria-hidden className="h-11" />
      ))}
    </ul>
  )
}
