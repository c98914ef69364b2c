/** What a shared answer can depend on; any other parameter of an address, such as those that count visits, changes nothing. */
const known = ['category', 'color', 'ids', 'limit', 'maxPrice', 'minPrice', 'page', 'q', 'sort']
/** As if they were not there. */
const unset: Record<string, string> = { category: 'all', color: 'all', minPrice: '0', page: '1' }

/** Where no other parameter counts. */
const open = /^\/(?:$|(?:api|shop|categories|search|pages|contact|blogs)(?:\/|$))/

const maxLength = 500

/**
 * One spelling for all addresses that are answered alike: parameters that change nothing are left out, the others stand in one
 * order, and a product's page does not depend on the name in its path.
 * @returns undefined when other parameters may count, or when it is longer than any that is of use: its answer is not for others
 */
export function addressOf(url: string): string | undefined {
  if (url !== last.url) last = { url, address: findAddress(url) }
  return last.address
}

/** A request's address is asked for wherever it passes by. */
let last: { url?: string; address?: string } = {}

function findAddress(url: string): string | undefined {
  const start = url.indexOf('?')
  const path = pathOf(start < 0 ? url : url.slice(0, start))
  if (start < 0) return withinReason(path)
  if (!open.test(path) || path.endsWith(bare)) return undefined
  const asked = new URLSearchParams(url.slice(start))
  const params: string[] = []
  for (const name of known) {
    const value = asked.getAll(name).at(-1)
    if (value && value !== unset[name]) params.push(`${name}=${encodeURIComponent(value).replaceAll('%20', '+')}`)
  }
  return withinReason(params.length > 0 ? `${path}?${params.join('&')}` : path)
}

const withinReason = (address: string) => (address.length <= maxLength ? address : undefined)

/** The parameters of a request as its shared address has them: two readings of one address could differ, and poison an answer. */
export function readAsShared(query: Record<string, string>, address: string): Record<string, string> {
  const others = Object.entries(query).filter(([name]) => !known.includes(name))
  const start = address.indexOf('?')
  return Object.fromEntries([...others, ...(start < 0 ? [] : new URLSearchParams(address.slice(start)))])
}

const bare = '.data' // a page's data alone

const productPage = /^(\/shop\/[^/]+)\/[^/]+$/
/** Where the app does not care for a slash at the end. */
const slashed = /^\/(?:api\/products|(?!api\/)[^.]+)\/$/

function pathOf(path: string): string {
  const end = slashed.test(path) ? path.slice(0, -1) : path
  return end.startsWith('/shop/') && !end.endsWith(bare) ? end.replace(productPage, '$1') : end
}
