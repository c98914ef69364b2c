import { isUuid } from '#domain/ids.ts'
import { storage } from '../../storage.ts'

const key = 'seen'
const maxStored = 8

/** The products that this browser has opened lately, newest first. */
export function readRecentlyViewed(): string[] {
  try {
    const saved: unknown = JSON.parse(storage.read(key) ?? '[]')
    if (!Array.isArray(saved)) return []
    return [...new Set(saved.filter(each => typeof each === 'string' && isUuid(each)))].slice(0, maxStored)
  } catch {
    return [] // not written by this code
  }
}

export function addRecentlyViewed(productId: string): void {
  const others = readRecentlyViewed().filter(each => each !== productId)
  storage.write(key, JSON.stringify([productId, ...others].slice(0, maxStored)))
}
