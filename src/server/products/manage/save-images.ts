import { sql } from 'kysely'
import { imageIdOf } from '#domain/products/product.ts'
import type { Tx } from '../../db/connection.ts'
import type { StoredImage } from '../../db/tables/products.ts'
import { isProfilePicture } from '../../images/profile-picture.ts'
import { badRequest } from '../../lib/errors.ts'

const placeholder = 'placeholder'

/**
 * Finds the stored pictures of these addresses, without the placeholder.
 * @throws ShopError 400 for the address of anything else
 */
export async function findImages(tx: Tx, images: { url: string; alt: string }[]): Promise<StoredImage[]> {
  const wanted = images.map(({ url, alt }) => ({ image_id: imageIdOf(url), alt }))
  const ids = wanted.flatMap(({ image_id }) => image_id ?? [])
  const known = await tx
    .selectFrom('image')
    .select(['id', 'placeholder'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const usable = new Set(known.filter(image => !isProfilePicture(image)).map(({ id }) => id))
  return wanted.flatMap(({ image_id, alt }) => {
    if (image_id === placeholder) return []
    if (!image_id || !usable.has(image_id))
      throw badRequest('The image must be a picture of this shop: upload it first.')
    return [{ image_id, alt }]
  })
}

/** The pictures of a product after the first, in their order. */
export const findFurtherImages = async (tx: Tx, productId: string): Promise<StoredImage[]> =>
  await tx
    .selectFrom('product_image')
    .select(['image_id', 'alt'])
    .where('product_id', '=', productId)
    .orderBy('place')
    .execute()

/** Replaces the pictures of a product after the first. */
export async function saveFurtherImages(tx: Tx, productId: string, images: StoredImage[]): Promise<void> {
  await tx.deleteFrom('product_image').where('product_id', '=', productId).execute()
  if (images.length === 0) return
  const rows = images.map((image, index) => ({ ...image, product_id: productId, place: index + 1 }))
  await tx.insertInto('product_image').values(rows).execute()
}

/** Pictures in one line, for the audit. */
export const imagesInWords = (images: StoredImage[]): string =>
  images.map(({ image_id, alt }) => (alt ? `${image_id} (${alt})` : image_id)).join(', ')
