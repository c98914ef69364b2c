import type { CountedBy } from '#domain/products/product.ts'
import type { Catalogue } from '#domain/settings/catalogue.ts'
import type { CollectionRule } from '#domain/settings/collections.ts'

/** The conditions of a rule as filters of a list. */
export type RuleFilters = Pick<CountedBy, 'category' | 'color' | 'minPrice' | 'maxPrice' | 'sale'>

/** The filters of a rule; undefined when its category or color is not there any more. */
export function rulesOf(rule: CollectionRule, { categories, colors }: Catalogue): RuleFilters | undefined {
  const category = categories.find(({ id }) => id === rule.category)?.address
  const color = colors.find(({ id }) => id === rule.color)?.name
  if ((rule.category !== '' && !category) || (rule.color !== '' && !color)) return undefined
  return {
    category,
    color,
    minPrice: rule.minPrice ?? 0,
    maxPrice: rule.maxPrice ?? undefined,
    sale: rule.isSale || undefined,
  }
}

/** The filters that both hold; undefined when nothing can match them. */
export function narrow<Filters extends CountedBy>(filters: Filters, rule: RuleFilters): Filters | undefined {
  const isElsewhere = (name: 'category' | 'color') =>
    filters[name] !== undefined && rule[name] !== undefined && filters[name] !== rule[name]
  if (isElsewhere('category') || isElsewhere('color')) return undefined
  const highest = Math.min(filters.maxPrice ?? Number.POSITIVE_INFINITY, rule.maxPrice ?? Number.POSITIVE_INFINITY)
  const minPrice = Math.max(filters.minPrice, rule.minPrice)
  if (minPrice > highest) return undefined
  return {
    ...filters,
    category: filters.category ?? rule.category,
    color: filters.color ?? rule.color,
    minPrice,
    maxPrice: Number.isFinite(highest) ? highest : undefined,
    sale: filters.sale ?? rule.sale,
  }
}
