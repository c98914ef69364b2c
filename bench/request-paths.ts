// Paths for benchmarks that request each of them once, so that no response comes from the cache.
import { categories, colors, sorts } from '../src/domain/products/product.ts'

/** How many lists and searches were used before, so that two runs on one shop use different ones. */
const used = { lists: 0, searches: 0 }

/**
 * Returns so many paths of lists with every category, color and sort order, and prices in whole dollars. They repeat after
 * 1,400,000.
 */
export function differentLists(path: string, many = 200_000): string[] {
  const [kinds, shades] = [
    ['', ...categories],
    ['', ...colors],
  ]
  const start = used.lists
  used.lists += many
  return Array.from({ length: many }, (_, at) => {
    const n = (start + at) * 7919 // a prime, so that neighbours have nothing in common
    const min = n % 400
    const max = min + 20 + (Math.floor(n / 400) % 700)
    const params = new URLSearchParams({ minPrice: String(min), maxPrice: String(max) })
    const turn = Math.floor((start + at) / (400 * 700))
    const [category, color, sort] = [
      kinds[(n + turn) % kinds.length],
      shades[n % shades.length],
      sorts[n % sorts.length],
    ]
    if (category) params.set('category', category)
    if (color) params.set('color', color)
    if (sort) params.set('sort', sort)
    if (at % 5 === 0) params.set('page', String(2 + (n % 9)))
    return path + params
  })
}

const words =
  'dress|silk dress|black dress|gold ring|pearl earrings|velvet|wrap dress|leather belt|tote|lipstik|braclet|night cream|silk scarf under 80|red gown|lin'

/** Returns so many paths of searches for one to three words, common, rare and misspelt, each with another price. */
export function differentSearches(many = 50_000): string[] {
  const queries = words.split('|').map(encodeURIComponent)
  const start = used.searches
  used.searches += many
  return Array.from({ length: many }, (_, at) => {
    const maxPrice = (300 + (start + at) / 100).toFixed(2)
    return `/api/search?limit=8&q=${queries[at % queries.length]}&maxPrice=${maxPrice}`
  })
}
