/** What a shared answer can depend on; any other parameter of an address, such as those that count visits, changes nothing. */
const known = ['category', 'color', 'ids', 'limit', 'maxPrice', 'minPrice', 'page', 'q', 'sort']
/** As if they were not there. */
const unset: Record<string, string> = { category: 'all', color: 'all', minPrice: '0', page: '1' }

/** Where no other parameter counts. */
const open = /^\/(?:$|(?:api|shop|categories|search|pages|contact|blogs)(?:\/|$))/

/**
 * One spelling for all addresses that are answered alike: parameters that change nothing are left out, the others stand in one
 * order, and a product's page does not depend on the name in its path.
 * @returns undefined when other parameters may count: what is there is not for others
 */
export function addressOf(url: string): string | undefined {
  const start = url.indexOf('?')
  if (start < 0) return pathOf(url)
  const path = pathOf(url.slice(0, start))
  if (!open.test(path) || path.endsWith(bare)) return undefined
  const asked = new URLSearchParams(url.slice(start))
  const params = new URLSearchParams()
  for (const name of known) {
    const value = asked.getAll(name).at(-1)
    if (value && value !== unset[name]) params.set(name, value)
  }
  return params.size > 0 ? `${path}?${params}` : path
}

const bare = '.data' // a page's data alone

const productPage = /^(\/shop\/[^/]+)\/[^/]+$/

function pathOf(path: string): string {
  const end = path.endsWith('/') && path.length > 1 ? path.slice(0, -1) : path
  return end.startsWith('/shop/') && !end.endsWith(bare) ? end.replace(productPage, '$1') : end
}
