import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Insertable, OnConflictBuilder } from 'kysely'
import { oneSize } from '#domain/products/size.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'
import type { ImageStorage } from '#server/images/storage.ts'
import { addFirstCounts } from '#server/stock/counts/first-counts.ts'
import { catalogue } from './catalogue.ts'
import { idOf } from './ids.ts'
import { people } from './people.ts'
import pictures from './pictures/pictures.json' with { type: 'json' }
import { makeChartRows, makeFurtherImageRows, makeProductRows, makeStyleRows, makeVariantRows } from './product-rows.ts'
import { reviews } from './reviews.ts'
import { firstCounts } from './stock.ts'

const pictureFiles = [320, 640, 960, 1280].flatMap(width => [`${width}.avif`, `${width}.webp`])
const dayMs = 24 * 60 * 60 * 1000

/** The pictures of all products, the first of each and the further ones. */
const pictureNames = catalogue.flatMap(({ slug, views = [] }) => [slug, ...views.map(({ picture }) => picture)])

/**
 * Puts the demo catalogue into a database that is new, in one transaction: pictures first, then products with their sizes, and
 * the reviews that their ratings are means of. A shop that has opened once has an admin, and is left alone for ever; a first start
 * that was cut short has left nothing yet, or all of it.
 * @returns whether it did
 */
export async function seed(db: Db, images: ImageStorage, now = new Date()): Promise<boolean> {
  if (await hasAnything(db)) return false

  const pictureIds = new Map<string, string>()
  for (const name of pictureNames) pictureIds.set(name, await savePicture(images, name))

  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const addedAt = (index: number) => daysAgo(14 + 9 * index) // before the oldest of its reviews
  const imageRows = [...pictureIds].flatMap(([name, id]) => {
    const facts = (pictures as Record<string, { width: number; height: number; placeholder: string }>)[name]
    return facts ? [{ id, ...facts, created_at: now }] : []
  })
  const userRows = people.map(({ username }, index) => ({
    id: idOf('user', index),
    username,
    email: `reader${index + 1}@demo.invalid`,
    password_hash: null,
    created_at: daysAgo(30 + 9 * catalogue.length), // before the oldest product
  }))
  const reviewRows = reviews.map(({ slug, person, rating, comment, fit, daysAgo: days }) => ({
    id: idOf('review', `${slug}:${person}`),
    user_id: idOf('user', person),
    product_id: idOf('product', slug),
    rating,
    comment,
    fit: fit.fit,
    height_cm: fit.heightCm,
    usual_size: fit.usualSize,
    created_at: daysAgo(days),
  }))

  await db.transaction().execute(async tx => {
    await tx
      .insertInto('image')
      .values(imageRows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await tx.insertInto('user').values(userRows).onConflict(once).execute()
    await tx.insertInto('style').values(makeStyleRows(addedAt)).onConflict(once).execute()
    await tx.insertInto('size_chart').values(makeChartRows(now)).onConflict(once).execute()
    await tx
      .insertInto('product')
      .values(makeProductRows(pictureIds, addedAt, now))
      .onConflict(once)
      .execute()
    await tx.insertInto('product_image').values(makeFurtherImageRows(pictureIds)).onConflict(once).execute()
    await saveVariants(tx, makeVariantRows(addedAt))
    await addFirstCounts(tx, firstCounts(), now)
    await tx.insertInto('review').values(reviewRows).onConflict(once).execute()
  })
  return true
}

/**
 * Adds the sizes. The database has given each product the size `one`: a product without sizes keeps it, any other has it retired,
 * as when an admin saves sizes.
 */
async function saveVariants(tx: Tx, rows: Insertable<Tables['variant']>[]): Promise<void> {
  await tx
    .insertInto('variant')
    .values(rows)
    .onConflict(conflict => conflict.column('id').doUpdateSet({ sku: eb => eb.ref('excluded.sku') }))
    .execute()
  const sized = rows.filter(({ size }) => size !== oneSize).map(({ product_id }) => product_id)
  await tx
    .updateTable('variant')
    .set(eb => ({ deleted_at: eb.ref('created_at') }))
    .where('size', '=', oneSize)
    .where('product_id', 'in', [...new Set(sized)])
    .execute()
}

async function hasAnything(db: Db): Promise<boolean> {
  const product = await db.selectFrom('product').select('id').limit(1).executeTakeFirst()
  const user = await db.selectFrom('user').select('id').limit(1).executeTakeFirst()
  return product !== undefined || user !== undefined
}

/** Two processes may fill one shop at the same moment: ids are the same, so each row goes in once. */
const once = (conflict: OnConflictBuilder<Tables, never>) => conflict.doNothing()

/** Keeps a picture in all widths and formats and answers the id made from its content. */
async function savePicture(images: ImageStorage, slug: string): Promise<string> {
  const files = await Promise.all(
    pictureFiles.map(name => readFile(new URL(`pictures/${slug}/${name}`, import.meta.url))),
  )
  const hash = createHash('sha256')
  for (const bytes of files) hash.update(bytes)
  const id = hash.digest('hex').slice(0, 32)
  await Promise.all(pictureFiles.map((name, index) => images.put(`${id}/${name}`, files[index] as Buffer)))
  return id
}
