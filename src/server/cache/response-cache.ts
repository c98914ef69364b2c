import { LRUCache } from 'lru-cache'
import { isDatabaseBusy } from '../db/connection.ts'
import { ShopError } from '../lib/errors.ts'
import { type Answer, makeAnswer, type NewAnswer, sizeOf } from './answer.ts'

const maxBytes = 32 * 1024 * 1024
const oldestMs = 60 * 60_000
const maxRecent = 5_000

/** Answers that are kept for whoever asks next, until something that they show changes. */
export interface SharedAnswers {
  /** What is kept at an address, if it is certain to be up to date. */
  find(key: string): Answer | undefined
  /** Whether `get` may have an answer without making one: an old one, or the one that is being made. */
  has(key: string): boolean
  /**
   * What is kept, else what `make` makes; however many ask at once, it is made once. Kept when it says what it was made from.
   * What was kept before changes were last lost sight of is given only when the database cannot be asked, or too many wait for
   * it; while nothing is heard of changes, all is made anew each time. Without a key it is made for this request alone.
   */
  get(key: string | undefined, make: () => Promise<NewAnswer>): Promise<Answer>
  /** Something has changed: what shows it is forgotten, and what is being made at this moment is neither kept nor joined. */
  drop(changed: readonly string[] | 'all'): void
  /** Whether changes are heard of from now on. */
  hears(isHearing: boolean): void
  isHearing(): boolean
  /** Since the shop has opened: answers given from what is kept, and answers made. */
  counts: { hits: number; misses: number }
  /** What is kept now. */
  size(): { entries: number; bytes: number }
}

/**
 * An empty cache of at most 32 MB, which keeps nothing before it hears of changes. Once it is full it keeps what is asked for
 * twice: who asks for ever new addresses takes nobody's place.
 * @param headers stand on every answer
 */
export function openSharedAnswers(headers: Record<string, string> = {}): SharedAnswers {
  const keysOf = new Map<string, Set<string>>()
  const making = new Map<string, Promise<Answer>>()
  const askedLately = recent(maxRecent)
  const counts = { hits: 0, misses: 0 }
  let changes = 0
  let isHearing = false
  let upToDate = new WeakSet<Answer>()
  const saved = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    sizeCalculation: placeOf,
    ttl: oldestMs, // whatever may depend on the day
    ttlResolution: 60_000,
    dispose: ({ cacheTags = [] }, key) => {
      for (const name of cacheTags) {
        const keys = keysOf.get(name)
        keys?.delete(key)
        if (keys?.size === 0) keysOf.delete(name)
      }
    },
  })

  async function make(key: string, maker: () => Promise<NewAnswer>): Promise<Answer> {
    const before = changes
    counts.misses += 1
    const answer = await makeWith(maker)
    if (!answer.cacheTags || !isHearing || changes !== before) return answer
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

  async function makeWith(maker: () => Promise<NewAnswer>): Promise<Answer> {
    const made = await maker()
    return makeAnswer({ ...made, headers: { ...headers, ...made.headers } })
  }

  function join(key: string, maker: () => Promise<NewAnswer>): Promise<Answer> {
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

  function find(key: string): Answer | undefined {
    const answer = saved.get(key)
    if (!answer || !isHearing || !upToDate.has(answer)) return undefined
    counts.hits += 1
    return answer
  }

  return {
    find,
    has: key => saved.has(key) || making.has(key),

    async get(key, maker) {
      if (key === undefined) return await makeWith(maker)
      const found = find(key)
      if (found) return found
      try {
        const answer = await (isHearing ? join : make)(key, maker)
        return (answer.status === 503 && saved.get(key)) || answer
      } catch (error) {
        const old = saved.get(key)
        if (old && (isDatabaseBusy(error) || isTurnedAway(error))) return old
        throw error
      }
    },

    drop,

    hears(isNow) {
      if (isNow && !isHearing) {
        drop([]) // what is being made may not know of what was missed
        upToDate = new WeakSet()
      }
      isHearing = isNow
    },

    isHearing: () => isHearing,
    counts,
    size: () => ({ entries: saved.size, bytes: saved.calculatedSize }),
  }
}

/** In bytes. */
const placeOf = (answer: Answer, key: string) => sizeOf(answer) + 2 * key.length

/** Whoever has asked too often is refused alone, not those who wait for the same answer. */
const isRateLimited = (error: { statusCode?: number }) => error.statusCode === 429

const isTurnedAway = (error: unknown) => error instanceof ShopError && error.statusCode === 503

/** The last texts that were looked for: at least so many of them, at most twice as many. */
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
