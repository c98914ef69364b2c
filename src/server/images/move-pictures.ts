import type { Db } from '../db/connection.ts'
import { filesOf } from './files-of.ts'
import type { ImageStorage } from './storage.ts'

const atOnce = 8

/** The result of moving pictures, as numbers of files. */
export interface MovedPictures {
  copied: number
  /** The target storage already had them. */
  skipped: number
  /** The shop refers to them, but the source storage does not have them. */
  missing: string[]
}

/**
 * Copies every file of every picture of the shop into another storage, and reads each back. Existing files are skipped, so an
 * interrupted copy can be repeated. It deletes nothing.
 * @param isTrial counts only
 * @throws ShopError 503 when one of the storages fails; what was copied until then stays
 */
export async function copyPictures(
  db: Db,
  from: ImageStorage,
  to: ImageStorage,
  isTrial: boolean,
): Promise<MovedPictures> {
  const moved: MovedPictures = { copied: 0, skipped: 0, missing: [] }
  const there = await keysOf(to)
  const here = await keysOf(from)
  const pictures = await db.selectFrom('image').select(['id', 'placeholder']).orderBy('id').execute()
  const wanted = pictures.flatMap(picture => filesOf(picture).map(name => `${picture.id}/${name}`))[Symbol.iterator]()

  let hasFailed = false
  async function copyNext() {
    for (const key of wanted) {
      if (hasFailed) return
      if (there.has(key)) moved.skipped += 1
      else if (!here.has(key)) moved.missing.push(key)
      else {
        if (!isTrial) await copy(from, to, key)
        moved.copied += 1
      }
    }
  }
  const workers = Array.from({ length: atOnce }, () =>
    copyNext().catch(error => {
      hasFailed = true
      throw error
    }),
  )
  const failed = (await Promise.allSettled(workers)).find(worker => worker.status === 'rejected')
  if (failed) throw failed.reason
  return moved
}

async function copy(from: ImageStorage, to: ImageStorage, key: string): Promise<void> {
  const bytes = await from.get(key)
  if (!bytes) return // the picture was deleted meanwhile
  await to.put(key, bytes)
  const saved = await to.get(key)
  if (!saved?.equals(bytes)) throw new Error(`The picture ${key} did not come through as it was.`)
}

async function keysOf(storage: ImageStorage): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const key of storage.keys()) keys.add(key)
  return keys
}
