import { LRUCache } from 'lru-cache'
import { surrogateHeaderNames } from '../cdn/kinds.ts'
import { isDatabaseBusy } from '../db/connection.ts'
import { ShopError } from '../lib/errors.ts'
import { type CachedResponse, createResponse, type NewResponse, sizeOf } from './cached-response.ts'

const maxBytes = 32 * 1024 * 1024
const oldestMs = 60 * 60_000
const maxRecent = 5_000

/** A cache of responses for all clients, until the data that they show changes. */
export interface ResponseStore {
  /** The cached response of a key, if it is certain to be up to date. */
  find(key: string): CachedResponse | undefined
  /** Whether `get` could answer without creating a response: from an old one, or from one in the making. */
  has(key: string): boolean
  /**
   * Returns the cached response, or else creates it with `make`, once for all concurrent requests. It is cached when it has
   * cache tags. A response from before the notifications were lost is served only when the database is unavailable, or too
   * many requests wait for it. Without notifications each response is created again. Without a key the response is created for
   * this request alone.
   */
  get(key: string | undefined, make: () => Promise<NewResponse>): Promise<CachedResponse>
  /**
   * Invalidates the responses that show these tags. A response in the making is then neither cached nor joined by later
   * requests.
   */
  drop(changed: readonly string[] | 'all'): void
  /** The responses stored so far may be outdated: they are served only as those from before the notifications were lost. */
  doubt(): void
  /** Whether change notifications arrive from now on. */
  setListening(isListening: boolean): void
  isListening(): boolean
  /** Since the start: responses served from the cache, and responses created. */
  counts: { hits: number; misses: number }
  /** The current size. */
  size(): { entries: number; bytes: number }
}

/**
 * An empty cache of at most 32 MB, which stores nothing before notifications arrive. Once it is full, it stores only what is
 * requested twice, so that requests for ever new addresses evict nothing.
 * @param headers are added to every response
 * @param surrogateHeaders those by which a cache in front of the shop stores the response of a key, or does not: only responses
 * from this cache that are certain to be up to date have them
 */
export function createResponseStore(
  headers: Record<string, string> = {},
  surrogateHeaders?: (key: string, cacheTags: readonly string[]) => Record<string, string>,
): ResponseStore {
  const keysOf = new Map<string, Set<string>>()
  const making = new Map<string, Promise<CachedResponse>>()
  const askedLately = recent(maxRecent)
  const counts = { hits: 0, misses: 0 }
  let changes = 0
  let isListening = false
  let upToDate = new WeakSet<CachedResponse>()
  const saved = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: placeOf,
    ttl: oldestMs, // a response may depend on the date
    ttlResolution: 60_000,
    dispose: ({ cacheTags = [] }, key) => {
      for (const name of cacheTags) {
        const keys = keysOf.get(name)
        keys?.delete(key)
        if (keys?.size === 0) keysOf.delete(name)
      }
    },
  })

  async function make(key: string, maker: () => Promise<NewResponse>): Promise<CachedResponse> {
    const before = changes
    counts.misses += 1
    const answer = await makeWith(maker, key)
    if (!answer.cacheTags || !isListening || changes !== before) return answer
    const isFull = saved.calculatedSize + placeOf(answer, key) > maxBytes
    if (isFull && !saved.has(key) && !askedLately.has(key)) return answer
    saved.set(key, answer)
    upToDate.add(answer)
    if (saved.peek(key) !== answer) return answer // larger than the cache
    for (const name of answer.cacheTags) {
      const keys = keysOf.get(name)
      if (keys) keys.add(key)
      else keysOf.set(name, new Set([key]))
    }
    return answer
  }

  async function makeWith(maker: () => Promise<NewResponse>, key?: string): Promise<CachedResponse> {
    const made = await maker()
    const forCache = key !== undefined && made.cacheTags && surrogateHeaders?.(key, made.cacheTags)
    return createResponse({ ...made, headers: { ...headers, ...forCache, ...made.headers } })
  }

  function join(key: string, maker: () => Promise<NewResponse>): Promise<CachedResponse> {
    const joined = making.get(key)
    if (joined) return joined.catch(error => (isRateLimited(error) ? make(key, maker) : Promise.reject(error)))
    const started = make(key, maker).finally(() => {
      if (making.get(key) === started) making.delete(key)
    })
    making.set(key, started)
    return started
  }

  function drop(changed: readonly string[] | 'all') {
    changes += 1
    making.clear()
    if (changed === 'all') return saved.clear()
    for (const name of changed) for (const key of keysOf.get(name) ?? []) saved.delete(key)
  }

  function find(key: string): CachedResponse | undefined {
    const answer = saved.get(key)
    if (!answer || !isListening || !upToDate.has(answer)) return undefined
    counts.hits += 1
    return answer
  }

  /** A copy that no cache in front stores, when a change may have come while the response was made. */
  function withoutSurrogate(answer: CachedResponse, key: string | undefined): CachedResponse {
    if (!surrogateHeaders || !answer.cacheTags) return answer
    if (key !== undefined && isListening && upToDate.has(answer) && saved.peek(key) === answer) return answer
    const { status, forms } = answer
    const names = new Set<string>(['Cache-Control', 'ETag', ...surrogateHeaderNames])
    const others = Object.entries(answer.headers).filter(([name]) => !names.has(name))
    return createResponse({ status, headers: Object.fromEntries(others), body: forms.identity.body })
  }

  async function makeOrUseOld(key: string, maker: () => Promise<NewResponse>): Promise<CachedResponse> {
    try {
      const answer = await (isListening ? join : make)(key, maker)
      return (answer.status === 503 && saved.get(key)) || answer
    } catch (error) {
      const old = saved.get(key)
      if (old && (isDatabaseBusy(error) || isTurnedAway(error))) return old
      throw error
    }
  }

  function doubt() {
    drop([]) // a response in the making may be outdated as well
    upToDate = new WeakSet()
  }

  return {
    find,
    has: key => saved.has(key) || making.has(key),

    async get(key, maker) {
      const answer = key === undefined ? await makeWith(maker) : (find(key) ?? (await makeOrUseOld(key, maker)))
      return withoutSurrogate(answer, key)
    },

    drop,
    doubt,

    setListening(isNow) {
      if (isNow && !isListening) doubt()
      isListening = isNow
    },

    isListening: () => isListening,
    counts,
    size: () => ({ entries: saved.size, bytes: saved.calculatedSize }),
  }
}

/** The size in bytes. */
const placeOf = (answer: CachedResponse, key: string) => sizeOf(answer) + 2 * key.length

/** A rate-limited request is refused alone, not the others that wait for the same response. */
const isRateLimited = (error: { statusCode?: number }) => error.statusCode === 429

const isTurnedAway = (error: unknown) => error instanceof ShopError && error.statusCode === 503

/** A set of the last requested keys: at least `min` of them, at most twice as many. */
function recent(min: number): { has(text: string): boolean } {
  let [newer, older] = [new Set<string>(), new Set<string>()]
  return {
    has(text) {
      const isKnown = newer.has(text) || older.has(text)
      if (newer.size >= min) [newer, older] = [new Set(), newer]
      newer.add(text)
      return isKnown
    },
  }
}
