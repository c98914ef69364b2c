import type { ProductFilters, Sort } from '#domain/product.ts'
import type { SearchAnswer } from '#domain/search.ts'
import type { Db } from '../db/connection.ts'
import { findMatching } from './find-products.ts'
import { lookUpWords } from './look-up-words.ts'
import { planSearch } from './plan.ts'
import { readSearch } from './read-search.ts'
import { suggestSearches } from './suggest.ts'

export interface Asked extends Omit<ProductFilters, 'sort' | 'ids'> {
  sort: Sort | undefined
}

/** A page of what is looked for, and the words that were looked for. What is typed can be anything. */
export async function search(db: Db, origin: string, { q = '', ...filters }: Asked) {
  const { words, goesOn, ...meant } = readSearch(q)
  const hasPrice = meant.minPrice !== undefined || meant.maxPrice !== undefined
  const lookup =
    words.length > 0 ? await lookUpWords(db, words, goesOn) : { words: [], joined: new Map<number, string>() }
  const plan = planSearch(lookup)
  if (!plan && (words.length > 0 || !hasPrice)) return { words, answer: nothing }

  const { products, total } = await findMatching(db, origin, {
    ...filters,
    minPrice: Math.max(filters.minPrice, meant.minPrice ?? 0),
    maxPrice: Math.min(filters.maxPrice ?? Number.POSITIVE_INFINITY, meant.maxPrice ?? Number.POSITIVE_INFINITY),
    plan,
  })
  const answer: SearchAnswer = {
    products,
    totalProducts: total,
    totalPages: Math.ceil(total / filters.limit),
    ...(plan?.corrected && { corrected: plan.corrected }),
    ...(total === 0 && { suggestions: await suggestSearches(db, lookup) }),
  }
  return { words, answer }
}

const nothing: SearchAnswer = { products: [], totalProducts: 0, totalPages: 0, suggestions: [] }
