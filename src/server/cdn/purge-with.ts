import type { ResponseCache } from '../cache/cache-plugin.ts'
import type { Purger } from './purger.ts'

/** The response cache, which passes on to the caches in front what it drops itself. */
export function purgeWith(cache: ResponseCache, purger: Purger): ResponseCache {
  return {
    ...cache,
    drop(changed) {
      cache.drop(changed)
      purger.purge(changed)
    },
    doubt() {
      cache.doubt()
      purger.purge('all')
    },
    setListening(isListening) {
      cache.setListening(isListening)
      if (isListening) purger.purge('all') // a change may have been missed
    },
  }
}
