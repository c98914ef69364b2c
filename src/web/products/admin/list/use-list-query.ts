import { adminPageSizes } from '#domain/products/bulk-edit.ts'
import { useListAddress } from '../../../ui/list/use-list-address.ts'

const names = ['category', 'color', 'q', 'visibility', 'stock', 'sort'] as const

/** The list of products that the address asks for: without a status, what is on sale. */
export function useListQuery() {
  const { page, read } = useListAddress()
  const filters = Object.fromEntries(names.map(name => [name, read(name)])) as Record<(typeof names)[number], string>
  const limit = read('limit') === String(adminPageSizes.large) ? adminPageSizes.large : adminPageSizes.small
  const visibility = filters.visibility === 'all' ? '' : filters.visibility || 'visible'
  const isFiltered = names.some(name => name !== 'sort' && filters[name] !== '')
  const { category, color, ...others } = filters
  const query = { ...{ category, color, minPrice: 0, maxPrice: '', page, limit }, ...others, visibility }
  return { query, limit, isFiltered }
}
