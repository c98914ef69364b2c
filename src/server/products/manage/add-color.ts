import { sql } from 'kysely'
import { validate } from 'uuid'
import { toDollars } from '#domain/money.ts'
import { readProductFields } from '#domain/products/fields/product-fields.ts'
import { readVariation } from '#domain/products/fields/variation-fields.ts'
import type { ProductChoices } from '#domain/settings/catalogue.ts'
import { recordAuditEntry } from '../../audit/record.ts'
import { badRequest, notFound } from '../../lib/errors.ts'
import { holdChoices } from '../../settings/queries.ts'
import type { Admin, CatalogueContext } from '../context.ts'
import { applySchedule } from '../schedule/schedule-queries.ts'
import { lockProducts } from './lock-products.ts'
import { findSizes, saveSizes } from './save-sizes.ts'
import { lockStyle, styleOfProduct } from './style-queries.ts'

interface NewColor {
  color: string
  shade: string | null
  swatch: string | null
}

/**
 * Adds a color to the style of a product: a draft with the product's texts, prices, schedule, sizes and chart, without its pictures,
 * SKUs and barcodes. `updateProduct` puts it on sale with its first picture.
 * @returns its id
 * @throws ShopError 400 for an unknown color, one that the style has, or one too many; 404 for an unknown or deleted product
 */
export async function addColor(context: CatalogueContext, admin: Admin, id: string, sent: unknown): Promise<string> {
  if (!validate(id)) throw notFound('Product')
  const { clock, ids } = context
  const newId = ids.uuid()
  const at = clock.now()
  await context.db.transaction().execute(async tx => {
    const color = readColor(sent, await holdChoices(tx))
    const [source] = await lockProducts(tx, [id])
    if (!source) throw notFound('Product')
    const styleId = await styleOfProduct(tx, source.id, context)
    const placed = await lockStyle(tx, styleId, { id: newId, ...color })
    if (placed.error !== undefined) throw badRequest(placed.error)
    const { name, category, description, chart_id, model_cm, model_size, is_sealed } = source
    const { status, visible_from, visible_until, sale_price_cents, sale_from, sale_until } = source
    const isInSale = source.regular_price_cents !== null
    const price_cents = source.regular_price_cents ?? source.price_cents
    const old_price_cents = isInSale ? source.regular_old_price_cents : source.old_price_cents
    await tx
      .insertInto('product')
      .values({
        ...{ name, category, description, price_cents, old_price_cents, chart_id, model_cm, model_size, is_sealed },
        ...{ status, visible_from, visible_until, sale_price_cents, sale_from, sale_until },
        ...color,
        id: newId,
        style_id: styleId,
        style_place: placed.place,
        author: admin.id,
        image_id: null,
        is_draft: true,
        awaits_picture: true,
        deleted_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute()
    if (isInSale) await applySchedule(tx, sql`id = ${newId}`, at)
    const sizes = await findSizes(tx, source.id)
    await saveSizes(
      tx,
      newId,
      sizes.map(({ size }) => ({ size, sku: null, barcode: null })),
      context,
    )
    const after = { name, ...color, price: toDollars(price_cents), isDraft: true }
    await recordAuditEntry(
      tx,
      { actor: admin.id, action: 'create', record: 'product', recordId: newId, after },
      context,
    )
  })
  return newId
}

function readColor(sent: unknown, choices: ProductChoices): NewColor {
  const { color, shade, swatch } = (sent ?? {}) as Record<string, unknown>
  const { fields, fieldErrors } = readProductFields({ color: color ?? '' }, choices)
  if (fields.color === undefined) throw badRequest(String(fieldErrors.color))
  const variation = readVariation({ shade, swatch })
  if (variation.error !== undefined) throw badRequest(variation.error)
  return { color: fields.color, shade: variation.fields.shade ?? null, swatch: variation.fields.swatch ?? null }
}
