// Paths for benchmarks that request each of them once, so that no response comes from the cache.
import { categories, colors, sorts } from '../src/domain/products/product.ts'

const many = 200_000
/** How many were used before, so that two runs on one shop use different paths. */
let used = 0

/** Returns paths of lists with every category, color and sort order, and prices in whole dollars. */
export function differentLists(path: string): string[] {
  const [kinds, shades] = [
    ['', ...categories],
    ['', ...colors],
  ]
  const start = used
  used += many
  return Array.from({ length: many }, (_, at) => {
    const n = (start + at) * 7919 // a prime, so that neighbours have nothing in common
    const min = n % 400
    const max = min + 20 + (Math.floor(n / 400) % 700)
    const params = new URLSearchParams({ minPrice: String(min), maxPrice: String(max) })
    const [category, color, sort] = [kinds[n % kinds.length], shades[n % shades.length], sorts[n % sorts.length]]
    if (category) params.set('category', category)
    if (color) params.set('color', color)
    if (sort) params.set('sort', sort)
    if (at % 5 === 0) params.set('page', String(2 + (n % 9)))
    return path + params
  })
}

const words =
  'dress|silk dress|black dress|gold ring|pearl earrings|velvet|wrap dress|leather belt|tote|lipstik|braclet|night cream|silk scarf under 80|red gown|lin'

/** Returns paths of searches for one to three words, common, rare and misspelt, each with another price. */
export function differentSearches(): string[] {
  const queries = words.split('|').map(encodeURIComponent)
  return Array.from(
    { length: 50_000 },
    (_, at) => `/api/search?limit=8&q=${queries[at % queries.length]}&maxPrice=${(300 + at / 100).toFixed(2)}`,
  )
}
