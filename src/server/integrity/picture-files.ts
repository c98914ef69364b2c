import { sql } from 'kysely'
import type { Break, RuleResult } from '#domain/integrity.ts'
import type { Db, Tx } from '../db/connection.ts'
import { filesOf } from '../images/files-of.ts'
import type { ImageStorage } from '../images/storage.ts'
import { maxBreaks } from './rule.ts'

const rule = { rule: 'picture-files', sentence: 'Every picture is stored in all its sizes.' }

interface Picture {
  id: string
  placeholder: string
}

/** All pictures of the shop at this moment. */
export const findPictures = (tx: Tx): Promise<Picture[]> =>
  tx
    .selectFrom('image')
    .select(['id', sql<string>`left(placeholder, 1)`.as('placeholder')])
    .execute()

/**
 * Finds the pictures that lack files.
 * @param pictures read before the storage is queried; one that was deleted meanwhile does not count
 * @param goOn is called repeatedly; it throws to abort the check
 */
export async function checkFiles(
  db: Db,
  images: ImageStorage,
  pictures: Picture[],
  goOn: () => void,
): Promise<RuleResult> {
  const stored = await filesIn(images, goOn)
  const missing = new Map<string, string[]>()
  for (const picture of pictures) {
    const files = stored.get(picture.id)
    const gone = filesOf(picture).filter(name => !files?.includes(name))
    if (gone.length > 0) missing.set(picture.id, gone)
    stored.delete(picture.id)
  }
  const still = await thoseThere(db, [...missing.keys()])
  const spare = stored.size - (await thoseThereAfterUploads(db, [...stored.keys()])).length
  const listed = still.slice(0, maxBreaks)
  const shown = await findShown(db, listed)
  return {
    ...rule,
    checked: pictures.length,
    broken: still.length,
    breaks: listed.map(id => breakOf(id, missing.get(id) ?? [], shown.get(id))),
    ...(spare > 0 && { note: `${spare} stored ${spare === 1 ? 'picture belongs' : 'pictures belong'} to nothing.` }),
  }
}

/** The file names by picture id. */
async function filesIn(images: ImageStorage, goOn: () => void): Promise<Map<string, string[]>> {
  const stored = new Map<string, string[]>()
  for await (const key of images.keys()) {
    goOn()
    const [id = '', name = ''] = key.split('/')
    const names = stored.get(id)
    if (names) names.push(name)
    else stored.set(id, [name])
  }
  return stored
}

/** Those of the ids that are pictures of the shop at this moment. */
async function thoseThere(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from image where id = any(${ids}) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** An upload stores its files before its row is visible, so this waits for running uploads. */
async function thoseThereAfterUploads(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  return await db.transaction().execute(async tx => {
    await sql`set local statement_timeout = '60s'`.execute(tx)
    await sql`lock table image in share mode`.execute(tx)
    return await thoseThere(tx, ids)
  })
}

interface Shown {
  image_id: string
  kind: 'product' | 'order'
  id: string
  name: string
}

/** Where each picture is used, if anywhere: a product is preferred to an order. */
async function findShown(db: Db, ids: string[]): Promise<Map<string, Shown>> {
  const { rows } = await sql<Shown>`
    select distinct on (image_id) * from (
      select image_id, 'product' as kind, id, name from product where image_id = any(${ids}) and deleted_at is null
      union all
      select product_image.image_id, 'product', id, name from product_image join product on product.id = product_id
      where product_image.image_id = any(${ids}) and deleted_at is null
      union all
      select image_id, 'order', o.id, o.order_id from order_line join "order" o on o.id = order_line.order_id
      where image_id = any(${ids}) and o.deleted_at is null
    ) as shown order by image_id, kind desc, id`.execute(db)
  return new Map(rows.map(row => [row.image_id, row]))
}

function breakOf(id: string, gone: string[], shown: Shown | undefined): Break {
  const of = shown ? ` of ${shown.kind === 'order' ? 'order ' : ''}${shown.name}` : ''
  const sentence = `The picture ${id}${of} lacks ${gone.join(', ')}.`
  if (!shown) return { sentence, link: `/images/${id}/320.webp` }
  return {
    sentence,
    link: shown.kind === 'product' ? `/dashboard/update-product/${shown.id}` : `/orders/${shown.name}`,
  }
}

/** The storage did not answer. */
export const filesUnknown = (): RuleResult => ({
  ...rule,
  checked: 0,
  broken: 0,
  breaks: [],
  unknown: 'The storage of pictures could not be asked.',
})
