import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { Clock, MayDelete } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import { sweepBrokenUploads } from './broken-uploads.ts'
import type { ImageStorage } from './storage.ts'

const retentionMs = 24 * 60 * 60_000
const sweepEveryMs = 60 * 60_000

interface Parts {
  db: Db
  images: ImageStorage
  clock: Clock
}

/**
 * Deletes pictures that were uploaded more than a day ago and that no profile, product, order, setting, page or post names, past ones
 * included, and that no undo of an import or of a change of a product needs.
 * @returns how many were deleted
 */
export async function sweepPictures(parts: Parts): Promise<number> {
  const candidates = await unnamed(parts.db, new Date(+parts.clock.now() - retentionMs))
    .select('id')
    .execute()
  let deleted = 0
  for (const { id } of candidates) if (await sweep(parts, id)) deleted += 1
  return deleted
}

const unnamed = (db: Db, before: Date) =>
  db
    .selectFrom('image')
    .where('created_at', '<', before)
    .where(
      sql<SqlBool>`not exists (
        select from "user" where substring(profile_image from '/images/([a-z0-9]+)/[0-9]+[.]webp$') = image.id
      )`,
    )
    .where(sql<SqlBool>`not exists (select from product where image_id = image.id)`)
    .where(sql<SqlBool>`not exists (select from product_image where image_id = image.id)`)
    .where(sql<SqlBool>`not exists (select from shop_setting where position(image.id in value::text) > 0)`)
    .where(sql<SqlBool>`not exists (select from shop_setting_change where position(image.id in before::text) > 0)`)
    .where(sql<SqlBool>`not exists (select from content where pictures @> array[image.id])`)
    .where(sql<SqlBool>`not exists (select from content_change where before -> 'pictures' ? image.id)`)
    .where(sql<SqlBool>`not exists (select from order_line where image_id = image.id)`)
    .where(sql<SqlBool>`not exists (
      select from audit
      where record = 'product' and action = 'update' and before ->> 'image_id' = image.id and undone_at is null
    )`)
    .where(sql<SqlBool>`not exists (
      select from product_import_row where kind = 'changed' and before ->> 'image_id' = image.id
    )`)
    .where(sql<SqlBool>`not exists (
      select from product_import_row
      where kind = 'changed' and before ? 'images'
        and before -> 'images' @> jsonb_build_array(jsonb_build_object('image_id', image.id))
    )`)

/**
 * A transaction that is about to name the picture locks its row, or finds it deleted. So this checks again once it has the
 * lock.
 */
async function sweep({ db, images, clock }: Parts, id: string): Promise<boolean> {
  return await db.transaction().execute(async tx => {
    const held = await tx.selectFrom('image').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
    const before = new Date(+clock.now() - retentionMs)
    if (!held || !(await unnamed(tx, before).select('id').where('id', '=', id).executeTakeFirst())) return false
    await tx.deleteFrom('image').where('id', '=', id).execute()
    await images.remove(id)
    return true
  })
}

/**
 * Sweeps at once and then every hour for as long as the shop runs, while its clock can be trusted.
 * @returns a handle whose `close` stops it after the current sweep
 */
export function startImageSweep(
  { mayDelete, ...parts }: Parts & { mayDelete: MayDelete },
  log: Pick<Log, 'warn'>,
): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: sweepEveryMs,
      runsAtStart: true,
      mayRun: mayDelete,
      async run() {
        await sweepPictures(parts)
        await sweepBrokenUploads(parts)
      },
      messageFor: () => 'old pictures could not be deleted, the shop will try again',
    },
    log,
  )
}
