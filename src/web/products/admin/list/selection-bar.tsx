import { bulkLimits, type ListedProduct } from '#domain/products/bulk-edit.ts'
import { button, textLink } from '../../../ui/form/button.ts'

interface SelectionBarProps {
  products: readonly ListedProduct[]
  selected: ReadonlySet<string>
  select: (ids: string[], isSelected: boolean) => void
  onEdit: () => void
}

/** Says how many products are selected, on all pages, and leads to what changes them at once. */
export function SelectionBar({ products, selected, select, onEdit }: SelectionBarProps) {
  const here = products.map(({ _id }) => _id)
  const isAll = here.every(id => selected.has(id))
  const isFull = selected.size >= bulkLimits.products
  return (
    <div
      className={`mb-2 flex min-h-12 flex-wrap items-center gap-x-5 text-sm ${selected.size > 0 ? 'max-md:sticky max-md:top-16 max-md:z-10 max-md:bg-ivory max-md:py-1' : ''}`}
    >
      <button type="button" className={textLink} onClick={() => select(here, !isAll)}>
        {isAll ? 'Deselect this page' : 'Select this page'}
      </button>
      {selected.size > 0 && (
        <>
          <span className="tabular-nums" role="status">
            {selected.size} selected{isFull ? ', as many as one change takes' : ''}
          </span>
          <button type="button" className={`${button.primary} px-5`} onClick={onEdit}>
            Change selected
          </button>
          <button type="button" className={textLink} onClick={() => select([...selected], false)}>
            Select none
          </button>
        </>
      )}
    </div>
  )
}
