import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import type { ImageStorage } from './storage.ts'

/** Each upload holds a database connection while the storage works. */
const inTurn = limitConcurrency(2, 16)

/**
 * Saves a picture: its row and all its files, or nothing. For an existing picture it renews the date.
 * @throws ShopError 503 when the storage fails, or too many are waiting
 */
export async function saveFiles(
  { db, images }: { db: Db; images: ImageStorage },
  row: Insertable<Tables['image']>,
  files: [name: string, bytes: Buffer][],
): Promise<void> {
  const { id, created_at } = row
  await inTurn(async () => {
    await noteUpload(db, { image_id: id, begun_at: created_at })
    await db.transaction().execute(async tx => {
      // The row first: it waits for a concurrent sweep of the same picture, which then has deleted its files before we store
      // ours.
      const { isNew } = await tx
        .insertInto('image')
        .values(row)
        .onConflict(conflict => conflict.column('id').doUpdateSet({ created_at }))
        .returning(sql<boolean>`xmax = 0`.as('isNew'))
        .executeTakeFirstOrThrow()
      const done = await Promise.allSettled(files.map(([name, bytes]) => images.put(`${id}/${name}`, bytes)))
      const failed = done.find(each => each.status === 'rejected')
      if (!failed) {
        await tx.deleteFrom('upload').where('image_id', '=', id).execute()
        return
      }
      const isPartlyStored = isNew && done.some(each => each.status === 'fulfilled')
      if (isPartlyStored) await Promise.allSettled([images.remove(id)])
      throw failed.reason
    })
  })
}

/** A process that is killed from now on leaves this note behind; see broken-uploads.ts. */
const noteUpload = (db: Db, upload: Tables['upload']) =>
  db
    .insertInto('upload')
    .values(upload)
    .onConflict(conflict => conflict.column('image_id').doUpdateSet({ begun_at: upload.begun_at }))
    .execute()
