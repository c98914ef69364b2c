import { useId } from 'react'
import { useNavigate } from 'react-router'
import { type ProductFilters, type Sort, sorts, writeProductFilters } from '#domain/products/product.ts'
import { button } from '../../ui/form/button.ts'
import { controlShape } from '../../ui/form/control-shape.ts'

const labels: Record<Sort, string> = {
  newest: 'Newest',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
  rating: 'Best rated',
}

interface SortFieldProps {
  path: string
  filters: ProductFilters
  /** The label of the default order. */
  first?: string
}

/** Sorts a list. It is a form of its own, for browsers without scripts. */
export function SortField({ path, filters, first = labels.newest }: SortFieldProps) {
  const navigate = useNavigate()
  const id = useId()
  const others = new URLSearchParams(writeProductFilters({ ...filters, sort: undefined, page: 1 }))

  const change = (sort: Sort) =>
    navigate(path + writeProductFilters({ ...filters, sort, page: 1 }), { preventScrollReset: true })

  return (
    <form action={path} className="flex items-center gap-3 text-sm">
      {[...others].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className="text-stone">
        Sort
      </label>
      <select
        id={id}
        name="sort"
        value={filters.sort}
        onChange={event => change(event.target.value as Sort)}
        className={`${controlShape} w-40 min-w-0 border-edge`} // its options may arrive after the first paint
      >
        {sorts.map(sort => (
          <option key={sort} value={sort}>
            {sort === sorts[0] ? first : labels[sort]}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className={button.quiet}>
          Sort
        </button>
      </noscript>
    </form>
  )
}
