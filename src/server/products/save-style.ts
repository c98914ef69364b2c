import type { Color } from '#domain/products/product.ts'
import { variationLimits } from '#domain/products/variation.ts'
import type { Tx } from '../db/connection.ts'
import { badRequest } from '../lib/errors.ts'
import type { CatalogueContext } from './context.ts'

/**
 * Finds the style of a product on sale, which becomes the first color of a new style when it had none. The caller has locked the
 * product.
 * @throws ShopError 400 when it is not on sale
 */
export async function styleOfProduct(
  tx: Tx,
  productId: string,
  { clock, ids }: Pick<CatalogueContext, 'clock' | 'ids'>,
): Promise<string> {
  const first = await tx
    .selectFrom('product')
    .select('style_id')
    .where('id', '=', productId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!first) throw badRequest('The product of the other color is not on sale any more.')
  if (first.style_id) return first.style_id
  const id = ids.uuid()
  await tx.insertInto('style').values({ id, created_at: clock.now() }).execute()
  await tx.updateTable('product').set({ style_id: id }).where('id', '=', productId).execute()
  return id
}

/**
 * Locks a style, so that two colors that are added at once see each other, and checks that a color can be in it.
 * @returns the place after its other colors
 * @throws ShopError 400 for a color and shade that the style has, and when it has too many
 */
export async function placeInStyle(
  tx: Tx,
  styleId: string,
  { id, color, shade }: { id: string; color: Color; shade: string | null },
): Promise<number> {
  await tx.selectFrom('style').select('id').where('id', '=', styleId).forUpdate().execute()
  const others = await tx
    .selectFrom('product')
    .select(['color', 'shade', 'style_place'])
    .where('style_id', '=', styleId)
    .where('id', '!=', id)
    .where('deleted_at', 'is', null)
    .execute()
  const same = others.some(other => other.color === color && inLower(other.shade) === inLower(shade))
  if (same) throw badRequest(`This style has ${shade ? `${color} in the shade "${shade}"` : color} already.`)
  if (others.length >= variationLimits.colors)
    throw badRequest(`A style can have at most ${variationLimits.colors} colors.`)
  return Math.max(-1, ...others.map(({ style_place }) => style_place)) + 1
}

const inLower = (text: string | null) => text?.toLowerCase() ?? ''
