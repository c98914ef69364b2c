import type { CountedBy, ProductFilters, Sort } from '#domain/products/product.ts'
import type { SearchAnswer, SearchCounts } from '#domain/products/search.ts'
import type { ShopFrame } from '#domain/settings/shown.ts'
import type { Db } from '../db/connection.ts'
import { countMatching, findMatching, hasResults } from './find-products.ts'
import { planSearch } from './plan.ts'
import { planEither } from './plan-either.ts'
import { readSearch } from './read-search.ts'
import { suggestSearches } from './suggest.ts'
import { type Lookup, lookUpWords } from './words/look-up-words.ts'

export interface SearchFilters extends Omit<ProductFilters, 'sort' | 'ids'> {
  sort: Sort | undefined
}

/** What a search knows of the shop. */
export type SearchedShop = { colors: readonly string[] } & Pick<ShopFrame, 'priceBands'>

/** Searches products. Returns a page of the results and the words of the search. The typed text can be anything. */
export async function search(db: Db, origin: string, { q = '', ...filters }: SearchFilters, shop: SearchedShop) {
  const { words, lookup, plan, priced, isEmpty } = await interpret(db, q, shop)
  if (isEmpty) return { words, answer: emptyAnswer }
  const { products, total, isMore } = await findMatching(db, origin, {
    ...filters,
    minPrice: Math.max(filters.minPrice, priced.minPrice),
    maxPrice: Math.min(filters.maxPrice ?? Number.POSITIVE_INFINITY, priced.maxPrice),
    plan,
  })
  const answer: SearchAnswer = {
    products,
    totalProducts: total,
    ...(isMore && { isMore }),
    totalPages: Math.ceil(total / filters.limit),
    ...(plan?.corrected && total > 0 && { corrected: plan.corrected }),
    ...(total === 0 && { suggestions: await suggestSearches(db, lookup) }),
  }
  return { words, answer }
}

/** Counts the results that each value of each filter would show, unless there are too many to count. */
export async function countFound(db: Db, q: string, filters: CountedBy, shop: SearchedShop): Promise<SearchCounts> {
  const { plan, priced, isEmpty } = await interpret(db, q, shop)
  const none = { category: {}, color: {}, price: {}, size: {}, inStock: 0, sale: 0 }
  return isEmpty ? none : ((await countMatching(db, plan, priced, filters, shop)) ?? { ...none, isMore: true })
}

const emptyAnswer: SearchAnswer = { products: [], totalProducts: 0, totalPages: 0, suggestions: [] }

async function interpret(db: Db, q: string, { colors, priceBands }: SearchedShop) {
  const {
    words,
    isLastWordOpen,
    wantsNewest,
    minPrice = 0,
    maxPrice = Number.POSITIVE_INFINITY,
  } = readSearch(q, priceBands)
  const found = words.length > 0 ? await lookUpWords(db, words, isLastWordOpen) : { words: [], joined: new Map() }
  const lookup: Lookup = { ...found, colors }
  const all = planSearch(lookup)
  const either = planEither(lookup)
  const plan = all && either && !(await hasResults(db, all)) ? either : all
  const hasOtherConditions = wantsNewest || minPrice > 0 || Number.isFinite(maxPrice)
  return {
    words,
    lookup,
    plan,
    priced: { minPrice, maxPrice },
    isEmpty: !plan && (words.length > 0 || !hasOtherConditions),
  }
}
