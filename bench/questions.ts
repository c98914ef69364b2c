// What is asked in a benchmark: addresses that are each asked once, so that nothing kept can answer them.
import { categories, colors, sorts } from '../src/domain/products/product.ts'

const many = 200_000
/** With it, the addresses of two runs on one shop are different. */
let begun = 0

/** Lists with every category, color and order, and prices in whole dollars. */
export function differentLists(path: string): string[] {
  const [kinds, shades] = [
    ['', ...categories],
    ['', ...colors],
  ]
  const start = begun
  begun += many
  return Array.from({ length: many }, (_, at) => {
    const n = (start + at) * 7919 // a prime: neighbours have nothing in common
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

/** Searches of one to three words, common, rare and misspelt, each with another price. */
export function differentSearches(): string[] {
  const asked = words.split('|').map(encodeURIComponent)
  return Array.from(
    { length: 50_000 },
    (_, at) => `/api/search?limit=8&q=${asked[at % asked.length]}&maxPrice=${(300 + at / 100).toFixed(2)}`,
  )
}
