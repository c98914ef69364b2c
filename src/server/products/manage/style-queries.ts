import { type RawBuilder, sql } from 'kysely'
import { variationLimits } from '#domain/products/fields/variation-fields.ts'
import type { Tx } from '../../db/connection.ts'
import { badRequest, conflict } from '../../lib/errors.ts'
import type { CatalogueContext } from '../context.ts'
import { isOnSaleOrDraft } from './lock-products.ts'

/**
 * Finds the style of a product on sale or a draft, which becomes the first color of a new style when it had none. The caller has locked the
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
    .where(isOnSaleOrDraft)
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
 * @returns the place after its other colors, or why it cannot: the style has the color and shade, or too many colors
 */
export async function lockStyle(
  tx: Tx,
  styleId: string,
  { id, color, shade }: { id: string; color: string; shade: string | null },
): Promise<{ place: number; error?: undefined } | { error: string }> {
  await tx.selectFrom('style').select('id').where('id', '=', styleId).forUpdate().execute()
  const others = await tx
    .selectFrom('product')
    .select(['color', 'shade', 'style_place'])
    .where('style_id', '=', styleId)
    .where('id', '!=', id)
    .where(isOnSaleOrDraft)
    .execute()
  const same = others.some(other => other.color === color && inLower(other.shade) === inLower(shade))
  if (same) return { error: `This style has ${shade ? `${color} in the shade "${shade}"` : color} already.` }
  if (others.length >= variationLimits.colors)
    return { error: `A style can have at most ${variationLimits.colors} colors.` }
  return { place: Math.max(-1, ...others.map(({ style_place }) => style_place)) + 1 }
}

/**
 * Looks at the styles of the products that an import has changed, which their triggers have locked.
 * @throws ShopError 409 when one of them has a color and shade twice, or too many colors
 */
export async function checkStylesOf(tx: Tx, importId: string): Promise<void> {
  const ofImport = sql`select product_id from product_import_row where import_id = ${importId} and kind in ('new', 'changed')`
  await refuseDoubledColors(tx, ofImport)
  const { rows } = await sql<{ name: string }>`
    select min(name) as name from product where ${isInStyleOf(ofImport)}
    group by style_id having count(*) > ${variationLimits.colors} limit 1`.execute(tx)
  if (rows[0]) throw conflict(`The style of ${rows[0].name} would have more than ${variationLimits.colors} colors.`)
}

/** SQL: a product that is managed, in the style of one of these. */
const isInStyleOf = (ids: RawBuilder<unknown>) =>
  sql`${isOnSaleOrDraft} and style_id in (select style_id from product where id in (${ids}))`

/**
 * @param which SQL that selects the ids of products
 * @throws ShopError 409 when the style of one of them has a color and shade twice
 */
export async function refuseDoubledColors(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; color: string }>`
    select min(name) as name, color from product
    where ${isInStyleOf(which)}
    group by style_id, color, lower(coalesce(shade, '')) having count(*) > 1 limit 1`.execute(tx)
  if (rows[0]) throw conflict(`The style of ${rows[0].name} would have ${rows[0].color} twice: give one a shade first.`)
}

const inLower = (text: string | null) => text?.toLowerCase() ?? ''
