import { describeVariation } from '#domain/products/variation.ts'
import { Link } from '../ui/link.tsx'
import type { ShownProduct } from './known-product.ts'

/** The colors of a style as links to their products. Colors that a list does not name keep their room until they have loaded. */
export function ColorChips({ product: { _id, colors = [], moreColors = 0 } }: { product: ShownProduct }) {
  if (colors.length === 0) return null
  return (
    <ul aria-label="Colors" className="mt-4 -ml-2 flex flex-wrap">
      {colors.map(({ _id: id, name, path, swatch }) => {
        const label = describeVariation({ color: name })
        return (
          <li key={id}>
            <Link
              to={path}
              aria-label={label}
              title={label}
              aria-current={id === _id ? 'page' : undefined}
              className="group flex size-11 items-center justify-center rounded-full -outline-offset-2"
            >
              <span
                style={{ backgroundColor: swatch }}
                className="size-7 rounded-full border border-edge outline-ink outline-offset-2 forced-color-adjust-none group-aria-[current]:outline-2"
              />
            </Link>
          </li>
        )
      })}
      {Array.from({ length: moreColors }, (_, index) => index).map(more => (
        <li key={more} aria-hidden className="size-11" />
      ))}
    </ul>
  )
}
