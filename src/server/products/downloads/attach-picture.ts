import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connection.ts'
import type { StoredImage } from '../../db/tables/products.ts'
import type { Clock } from '../../lib/clock.ts'
import { lockProducts } from '../manage/lock-products.ts'
import { findFurtherImages, saveFurtherImages } from '../manage/save-images.ts'
import { applySchedule } from '../schedule/schedule-queries.ts'
import type { ClaimedDownload } from './claim-download.ts'
import { imagesIn, picturesOf } from './pictures-of.ts'
import { importedVersion } from './version.ts'

interface Context {
  db: Db
  clock: Clock
}

/**
 * Attaches a fetched picture to every product of the import that names its address. The claimed one comes last: until then no
 * other process claims the address.
 */
export async function attachEverywhere(
  context: Context,
  { importId, address }: ClaimedDownload,
  imageId: string,
): Promise<void> {
  const waiting = await context.db
    .selectFrom('picture_download')
    .select(['product_id', 'place'])
    .where('import_id', '=', importId)
    .where('address', '=', address)
    .where('state', '=', 'waiting')
    .orderBy('product_id', 'desc')
    .orderBy('place', 'desc')
    .execute()
  for (const { product_id, place } of waiting)
    await context.db
      .transaction()
      .execute(tx => attach(tx, context, { importId, productId: product_id, place }, imageId))
}

interface Place {
  importId: string
  productId: string
  place: number
}

async function attach(tx: Tx, { clock }: Context, to: Place, imageId: string): Promise<void> {
  // An undo locks the import first as well, and then drops what is waiting.
  const importOf = tx.selectFrom('product_import').select('applied_at').where('id', '=', to.importId)
  const { applied_at } = (await importOf.forShare().executeTakeFirst()) ?? {}
  const [product] = await lockProducts(tx, [to.productId])
  if (!applied_at || !(await isWaiting(tx, to))) return
  if (!product) return await finish(tx, to, { state: 'failed', reason: 'The product was deleted.' })
  const { expected, next } = await planned(tx, to, imageId)
  const further = await findFurtherImages(tx, to.productId)
  const shown = imagesIn({ ...product, images: further })
  if (!isSame(shown, expected))
    return await finish(tx, to, {
      state: 'failed',
      reason: 'The pictures of the product were changed since the import.',
    })
  if (!isSame(shown, next)) await save(tx, { ...to, at: clock.now(), applied_at }, withAltOf(shown, next))
  await finish(tx, to, { state: 'done', image_id: imageId })
}

const isWaiting = async (tx: Tx, to: Place): Promise<boolean> =>
  (await ofPlace(tx.selectFrom('picture_download').select('line'), to)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()) !== undefined

const isSame = (some: StoredImage[], others: StoredImage[]) =>
  some.map(({ image_id }) => image_id).join() === others.map(({ image_id }) => image_id).join()

/** An admin may have described a picture meanwhile. */
const withAltOf = (shown: StoredImage[], images: StoredImage[]) =>
  images.map(image => shown.find(({ image_id }) => image_id === image.image_id) ?? image)

/** The pictures that the import has given the product so far, and those with this one more. */
async function planned(tx: Tx, { importId, productId, place }: Place, imageId: string) {
  const { before, after } = await tx
    .selectFrom('product_import_row')
    .select(['before', 'after'])
    .where('import_id', '=', importId)
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  const done = await tx
    .selectFrom('picture_download')
    .select(['place', 'image_id'])
    .where('import_id', '=', importId)
    .where('product_id', '=', productId)
    .where('state', '=', 'done')
    .execute()
  const fetched = new Map(done.map(each => [each.place, each.image_id ?? '']))
  const [wanted, had] = [after?.pictures ?? [], imagesIn(before)]
  return {
    expected: picturesOf(wanted, had, fetched),
    next: picturesOf(wanted, had, fetched.set(place, imageId)),
  }
}

/** The change is part of the import: unless the product was changed otherwise before, an undo of the import undoes it. */
async function save(
  tx: Tx,
  { importId, productId, at, applied_at }: Place & { at: Date; applied_at: Date },
  [first, ...further]: StoredImage[],
): Promise<void> {
  await sql`
    with held as (select updated_at from product where id = ${productId}), changed as (
      update product set image_id = ${first?.image_id ?? null}, image_alt = ${first?.alt ?? ''}, awaits_picture = awaits_picture and ${first === undefined},
        updated_at = greatest(${at}::timestamptz, updated_at + interval '1 millisecond')
      where id = ${productId} returning updated_at
    )
    update product_import_row set attached_at = changed.updated_at from held, changed
    where import_id = ${importId} and product_id = ${productId} and held.updated_at = ${importedVersion(applied_at)}`.execute(
    tx,
  )
  await saveFurtherImages(tx, productId, further)
  await applySchedule(tx, sql`is_draft and id = ${productId}`, at)
}

async function finish(
  tx: Tx,
  to: Place,
  result: { state: 'done'; image_id: string } | { state: 'failed'; reason: string },
): Promise<void> {
  await ofPlace(tx.updateTable('picture_download').set({ ...result, next_at: null }), to).execute()
}

/** Restricts a statement to one picture. */
const ofPlace = <Query extends { where(column: string, operator: '=', value: unknown): Query }>(
  query: Query,
  { importId, productId, place }: Place,
): Query => query.where('import_id', '=', importId).where('product_id', '=', productId).where('place', '=', place)
