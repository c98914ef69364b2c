import type { CountedBy, ProductCounts, ProductFilters, Sort } from '#domain/product.ts'
import type { SearchAnswer } from '#domain/search.ts'
import type { Db } from '../db/connection.ts'
import { countMatching, findMatching, findsAny } from './find-products.ts'
import { type Lookup, lookUpWords } from './look-up-words.ts'
import { planSearch } from './plan.ts'
import { planEither } from './plan-either.ts'
import { readSearch } from './read-search.ts'
import { suggestSearches } from './suggest.ts'

export interface Asked extends Omit<ProductFilters, 'sort' | 'ids'> {
  sort: Sort | undefined
}

/** A page of what is looked for, and the words that were looked for. What is typed can be anything. */
export async function search(db: Db, origin: string, { q = '', ...filters }: Asked) {
  const { words, lookup, plan, priced, isEmpty } = await understand(db, q)
  if (isEmpty) return { words, answer: nothing }
  const { products, total } = await findMatching(db, origin, {
    ...filters,
    minPrice: Math.max(filters.minPrice, priced.minPrice),
    maxPrice: Math.min(filters.maxPrice ?? Number.POSITIVE_INFINITY, priced.maxPrice),
    plan,
  })
  const answer: SearchAnswer = {
    products,
    totalProducts: total,
    totalPages: Math.ceil(total / filters.limit),
    ...(plan?.corrected && total > 0 && { corrected: plan.corrected }),
    ...(total === 0 && { suggestions: await suggestSearches(db, lookup) }),
  }
  return { words, answer }
}

/** How many of what is looked for each value of each filter would show. */
export async function countFound(db: Db, q: string, filters: CountedBy): Promise<ProductCounts> {
  const { plan, priced, isEmpty } = await understand(db, q)
  return isEmpty ? { category: {}, color: {}, price: {} } : await countMatching(db, plan, priced, filters)
}

const nothing: SearchAnswer = { products: [], totalProducts: 0, totalPages: 0, suggestions: [] }

async function understand(db: Db, q: string) {
  const { words, goesOn, isNews, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = readSearch(q)
  const lookup: Lookup = words.length > 0 ? await lookUpWords(db, words, goesOn) : { words: [], joined: new Map() }
  const all = planSearch(lookup)
  const either = planEither(lookup)
  const plan = all && either && !(await findsAny(db, all)) ? either : all
  const saysMore = isNews || minPrice > 0 || Number.isFinite(maxPrice)
  return { words, lookup, plan, priced: { minPrice, maxPrice }, isEmpty: !plan && (words.length > 0 || !saysMore) }
}
