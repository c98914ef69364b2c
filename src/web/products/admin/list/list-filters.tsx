import type { Visibility } from '#domain/products/schedule.ts'
import { useChoices } from '../../../settings/api.ts'
import { FilterField } from '../../../ui/form/filter-field.tsx'
import { SearchField } from '../../../ui/form/search-field.tsx'

export const statusNames: Record<Visibility, string> = {
  visible: 'Visible',
  draft: 'Draft',
  hidden: 'Hidden',
  scheduled: 'Scheduled',
  ended: 'Ended',
  unfinished: 'Without a picture',
}
const { visible, ...others } = statusNames

const statuses = [
  { value: '', label: visible },
  { value: 'all', label: 'All' },
  ...Object.entries(others).map(([value, label]) => ({ value, label })),
]
const stocks = [
  { value: '', label: 'All' },
  { value: 'out', label: 'Sold out' },
]
const sorts = [
  { value: '', label: 'Newest first' },
  { value: 'name', label: 'Name' },
  { value: 'price-asc', label: 'Price, low to high' },
  { value: 'price-desc', label: 'Price, high to low' },
]

/** What the list of products can be narrowed by, all of it in its address. */
export function ListFilters() {
  const { categories, colors } = useChoices()
  return (
    <>
      <SearchField label="Search products" placeholder="Product name" />
      <FilterField label="Status" name="visibility" options={statuses} />
      <FilterField label="Category" name="category" options={[{ value: '', label: 'All' }, ...categories]} />
      <FilterField label="Color" name="color" options={[{ value: '', label: 'All' }, ...colors]} />
      <FilterField label="Stock" name="stock" options={stocks} />
      <FilterField label="Sort" name="sort" options={sorts} />
    </>
  )
}
