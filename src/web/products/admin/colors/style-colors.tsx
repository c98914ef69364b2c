import type { ManagedProduct } from '#domain/products/managed-product.ts'
import { describeVariation } from '#domain/products/variation.ts'
import { useSwatch } from '../../../settings/api.ts'
import { button } from '../../../ui/form/button.ts'
import { Link } from '../../../ui/link.tsx'
import { useListDraftsQuery } from '../api.ts'

interface StyleColorsProps {
  product: ManagedProduct
  onAdd: () => void
}

interface StyleColor {
  _id: string
  name: string
  swatch: string
  /** Why visitors cannot see it. */
  note?: string
}

/** The colors of a product's style as links to their forms, and the button that adds one. */
export function StyleColors({ product, onAdd }: StyleColorsProps) {
  const { currentData: drafts = [] } = useListDraftsQuery(undefined, { refetchOnMountOrArgChange: true })
  const swatchOf = useSwatch()
  const itself = {
    _id: product._id,
    name: product.shade ?? product.color,
    color: product.color,
    swatch: product.swatch ?? swatchOf(product.color),
  }
  const listed = (product.colors ?? (product.visibility === 'visible' ? [itself] : [])).map(color => ({
    swatch: swatchOf(color.color),
    ...color,
  }))
  const notListed = drafts
    .filter(({ style }) => style !== undefined && style === product.style)
    .map(({ _id, shade, color, visibility }) => ({
      ...{ _id, name: shade ?? color, swatch: swatchOf(color) },
      note: visibility === 'unfinished' ? 'Not listed yet: add a picture' : 'Visitors cannot see it',
    }))
  const colors: StyleColor[] = [...listed, ...notListed]
  return (
    <div className="flex flex-col items-start gap-4 border-line border-t pt-5">
      {colors.length > 1 && (
        <ul aria-label="Colors of this style" className="flex flex-wrap gap-2">
          {colors.map(({ _id, name, swatch, note }) => (
            <li key={_id} className="min-w-0">
              <Link
                to={`/dashboard/update-product/${_id}`}
                aria-current={_id === product._id ? 'page' : undefined}
                className="flex min-h-11 items-center gap-2 rounded-control border border-line px-3 py-1 text-sm hover:border-ink aria-[current]:border-ink"
              >
                <span
                  aria-hidden
                  style={{ backgroundColor: swatch }}
                  className="size-5 shrink-0 rounded-full border border-edge forced-color-adjust-none"
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {describeVariation({ color: name })}
                  {note && <span className="block text-stone text-xs">{note}</span>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className={button.quiet} onClick={onAdd}>
        Add a color
      </button>
    </div>
  )
}
