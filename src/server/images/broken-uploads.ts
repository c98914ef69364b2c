import type { Db } from '../db/connection.ts'
import type { Clock } from '../lib/clock.ts'
import type { ImageStorage } from './storage.ts'

/** No upload takes longer. */
const maxMs = 10 * 60_000

interface Parts {
  db: Db
  images: ImageStorage
  clock: Clock
}

/**
 * Deletes the files of uploads that were killed before their picture was saved.
 * @returns how many there were
 */
export async function sweepBrokenUploads(parts: Parts): Promise<number> {
  const before = new Date(+parts.clock.now() - maxMs)
  const broken = await parts.db.selectFrom('upload').select('image_id').where('begun_at', '<', before).execute()
  let swept = 0
  for (const { image_id } of broken) if (await sweep(parts, image_id, before)) swept += 1
  return swept
}

/** A concurrent upload of the same picture waits until its note is deleted, and then begins. */
async function sweep({ db, images }: Parts, id: string, before: Date): Promise<boolean> {
  return await db.transaction().execute(async tx => {
    const noted = await tx
      .selectFrom('upload')
      .select('image_id')
      .where('image_id', '=', id)
      .where('begun_at', '<', before)
      .forUpdate()
      .executeTakeFirst()
    if (!noted) return false
    const isStored = await tx.selectFrom('image').select('id').where('id', '=', id).executeTakeFirst()
    if (!isStored) await images.remove(id)
    await tx.deleteFrom('upload').where('image_id', '=', id).execute()
    return !isStored
  })
}
