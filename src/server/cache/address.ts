/**
 * The query parameters that a cached response can depend on. Any other parameter, such as those of visitor statistics, changes
 * nothing.
 */
export const sharedParameters = [
  ...[
    'category',
    'collection',
    'color',
    'ids',
    'inStock',
    'limit',
    'maxPrice',
    'mine',
    'minPrice',
    'page',
    'q',
    'sale',
    'size',
    'sort',
  ],
]
/** A parameter that changes what is recorded, and not the response. */
export const ignoredParameters = ['typing']
/** Values that mean the same as a missing parameter. */
const unset: Record<string, string> = { category: 'all', color: 'all', minPrice: '0', page: '1' }

/** The paths on which all other parameters are ignored. */
const open = /^\/(?:$|(?:api|shop|sale|categories|collections|search|wishlist|pages|contact|blogs)(?:\/|$))/

/** Whether the page or the response at this address is for everybody: the dashboard's pages hold nothing private, but are not. */
export const isPublic = (address: string): boolean => {
  const [path = ''] = address.split('?', 1)
  return open.test(path) || /^\/(?:robots\.txt|sitemap\.xml|sitemaps\/[\w-]+\.xml)$/.test(path)
}

const maxLength = 500

/**
 * Normalises addresses that have the same response to one cache key: it drops parameters that change nothing, sorts the
 * others, and drops the name from a product's path.
 * @returns undefined when other parameters may matter, or when the address is too long to be useful; the response is then not
 * shared
 */
export function addressOf(url: string): string | undefined {
  if (url !== last.url) last = { url, address: findAddress(url) }
  return last.address
}

/** Several hooks compute the address of the same request. */
let last: { url?: string; address?: string } = {}

function findAddress(url: string): string | undefined {
  const start = url.indexOf('?')
  const path = pathOf(start < 0 ? url : url.slice(0, start))
  if (start < 0) return withinReason(path)
  if (!open.test(path) || path.endsWith(bare)) return undefined
  const asked = new Map(new URLSearchParams(url.slice(start))) // of a name that is there twice, the last
  const params: string[] = []
  for (const name of sharedParameters) {
    const value = asked.get(name)
    if (value && value !== unset[name]) params.push(`${name}=${encodeURIComponent(value).replaceAll('%20', '+')}`)
  }
  return withinReason(params.length > 0 ? `${path}?${params.join('&')}` : path)
}

const withinReason = (address: string) => (address.length <= maxLength ? address : undefined)

/**
 * The parameters of a request, parsed from its cache key. Parsing the original again could differ from the key, and poison the
 * cache.
 */
export function readAsShared(query: Record<string, string>, address: string): Record<string, string> {
  const others = Object.entries(query).filter(([name]) => !sharedParameters.includes(name))
  const start = address.indexOf('?')
  return Object.fromEntries([...others, ...(start < 0 ? [] : new URLSearchParams(address.slice(start)))])
}

const bare = '.data' // the suffix for the data of a page

const productPage = /^(\/shop\/[^/]+)\/[^/]+$/
/** Paths on which the app ignores a trailing slash. */
const slashed = /^\/(?:api\/products|(?!api\/)[^.]+)\/$/

function pathOf(path: string): string {
  const end = slashed.test(path) ? path.slice(0, -1) : path
  return end.startsWith('/shop/') && !end.endsWith(bare) ? end.replace(productPage, '$1') : end
}
