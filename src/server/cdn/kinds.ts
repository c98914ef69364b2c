import { tagsOfResponse } from './surrogate-tags.ts'

/** The caches in front of the shop whose headers and purge requests it knows. */
export const cdnKinds = ['varnish', 'fastly', 'cloudflare'] as const
export type CdnKind = (typeof cdnKinds)[number]

/** A cache in front of the shop, with the addresses that take purge requests. */
export interface CdnSettings {
  readonly kind: CdnKind
  readonly purgeUrls: readonly string[]
  readonly token?: string
}

interface Protocol {
  /** The most tags of one purge request. */
  maxTags: number
  /** The headers by which the cache stores a response. Browsers never get them. */
  headers(tags: string[]): Record<string, string>
  purgeRequest(tags: string[], token: string | undefined): { method: string; headers: Headers; body?: string }
}

type Headers = Record<string, string>

/** How long a response is stored when no purge arrives, for example because the shop was killed before it sent one. */
const maxAge = `max-age=${60 * 60}`

const byKey = (tags: string[]): Headers => ({ 'Surrogate-Control': maxAge, 'Surrogate-Key': tags.join(' ') })

const protocols: Record<CdnKind, Protocol> = {
  varnish: {
    maxTags: 100, // one header of Varnish has at most 8 KB
    headers: byKey,
    purgeRequest: (tags, token) => ({
      method: 'PURGE',
      headers: { 'Surrogate-Key': tags.join(' '), ...(token && { 'X-Purge-Token': token }) },
    }),
  },
  // https://www.fastly.com/documentation/reference/api/purging/
  fastly: {
    maxTags: 256,
    headers: byKey,
    purgeRequest: (tags, token = '') => ({
      method: 'POST',
      headers: { 'Surrogate-Key': tags.join(' '), 'Fastly-Key': token, Accept: 'application/json' },
    }),
  },
  // https://developers.cloudflare.com/cache/how-to/purge-cache/
  cloudflare: {
    maxTags: 100,
    headers: tags => ({ 'Cloudflare-CDN-Cache-Control': maxAge, 'Cache-Tag': tags.join(',') }),
    purgeRequest: (tags, token = '') => ({
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ tags }),
    }),
  },
}

/** How to speak with a kind of cache. */
export const protocolOf = (kind: CdnKind): Protocol => protocols[kind]

/** The headers by which a cache stores a response that shows data with these cache tags. */
export const surrogateHeaders = (kind: CdnKind, cacheTags: readonly string[]): Headers =>
  protocols[kind].headers(tagsOfResponse(cacheTags))

/** The names of all these headers. */
export const surrogateHeaderNames = [
  'Surrogate-Control',
  'Surrogate-Key',
  'Cloudflare-CDN-Cache-Control',
  'Cache-Tag',
] as const
