import type { Archive } from './archive.ts'
import { type BaseCopy, basePrefix, isSegment, positionOf, readBaseKey, readWalKey, walPrefix } from './layout.ts'
import type { ArchivePlace } from './place.ts'

const retentionMs = 14 * 24 * 60 * 60_000

/**
 * Deletes from each place what no restore to a moment of the last 14 days needs: older copies, but not the newest of them, and
 * the segments before the oldest copy that stays.
 */
export async function pruneArchive({ places }: Archive, system: string, now: Date): Promise<void> {
  for (const place of places) {
    const bases = await findBases(place, system)
    const before = new Date(+now - retentionMs)
    const stays = bases.findLastIndex(({ endedAt }) => endedAt <= before)
    const [oldest] = bases.slice(Math.max(stays, 0))
    if (!oldest) continue
    for (const { key } of bases.slice(0, Math.max(stays, 0))) await place.remove(key)
    for await (const { key } of place.list(walPrefix(system))) {
      const { name = '' } = readWalKey(key) ?? {}
      if (isSegment(name) && positionOf(name) < positionOf(oldest.start)) await place.remove(key)
    }
  }
}

/** The copies of a database in one place, the oldest first. */
export async function findBases(place: ArchivePlace, system: string): Promise<BaseCopy[]> {
  const found: BaseCopy[] = []
  for await (const { key, bytes } of place.list(basePrefix(system))) {
    const base = readBaseKey(key, bytes)
    if (base) found.push(base)
  }
  return found.toSorted((a, b) => +a.endedAt - +b.endedAt)
}
