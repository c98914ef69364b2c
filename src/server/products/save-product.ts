import { validate } from 'uuid'
import { toDollars } from '#domain/money.ts'
import {
  type FieldName,
  oldPriceError,
  type ProductFields,
  readProductFields,
  requiredFields,
} from '#domain/products/product-fields.ts'
import type { SizeInput } from '#domain/products/size.ts'
import { readVariation, type VariationFields, type VariationName } from '#domain/products/variation-fields.ts'
import type { ProductChoices } from '#domain/settings/catalogue.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { Tx } from '../db/connection.ts'
import type { StoredImage } from '../db/tables.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { holdChoices } from '../settings/queries.ts'
import { lockStockOf } from '../stock/queries.ts'
import type { Admin, CatalogueContext } from './context.ts'
import { lockProducts } from './lock-products.ts'
import { findFurtherImages, findImages, imagesInWords, saveFurtherImages } from './save-images.ts'
import { findSizes, saveSizes, sizesInWords } from './save-sizes.ts'
import { lockStyle, styleOfProduct } from './style-queries.ts'

type SentFields = Partial<Record<FieldName | VariationName, unknown>>

/** The columns of a product that an admin changes. */
interface Columns {
  name: string
  category: ProductFields['category']
  color: string
  description: string
  price_cents: number
  old_price_cents: number | null
  image_id: string | null
  image_alt: string
  style_id: string | null
  style_place: number
  shade: string | null
  swatch: string | null
  chart_id: string | null
  model_cm: number | null
  model_size: string | null
  is_sealed: boolean
  is_draft: boolean
}

/** What a change writes: columns, and the rows of other tables; what stays is missing. */
interface Change {
  columns: Partial<Columns>
  sizes?: SizeInput[]
  /** The pictures after the first. */
  furtherImages?: StoredImage[]
}

/**
 * Puts a new product on sale, with the admin as its author. Without sizes it has one.
 * @returns its id
 * @throws ShopError 400 with a sentence about the first field that is not valid, 409 for an SKU or barcode of another product
 */
export async function createProduct(context: CatalogueContext, admin: Admin, sent: SentFields): Promise<string> {
  const missing = requiredFields.find(name => sent[name] === undefined)
  if (missing) throw badRequest(`The ${missing} is missing.`)
  const { clock, ids } = context
  const id = ids.uuid()
  const at = clock.now()
  await context.db.transaction().execute(async tx => {
    const fields = readFields(sent, await holdChoices(tx))
    if (fields.styleOf) await lockProducts(tx, [fields.styleOf])
    const { columns, sizes, furtherImages } = await changeOf(tx, fields, { id, ...emptyStyle }, context)
    await tx
      .insertInto('product')
      .values({
        ...(columns as Pick<Columns, 'name' | 'category' | 'color' | 'description' | 'price_cents'> & typeof columns),
        old_price_cents: columns.old_price_cents ?? null,
        image_id: columns.image_id ?? null,
        id,
        author: admin.id,
        created_at: at,
        updated_at: at,
      })
      .execute()
    if (sizes) await saveSizes(tx, id, sizes, context)
    if (furtherImages) await saveFurtherImages(tx, id, furtherImages)
    const after = { ...auditOf(columns), ...inWords({ sizes, furtherImages }) }
    await recordAuditEntry(tx, { actor: admin.id, action: 'create', record: 'product', recordId: id, after }, context)
  })
  return id
}

/**
 * Changes the fields of a product that were sent. A draft goes on sale with its first picture.
 * @param version the product's `updatedAt` that the admin loaded; undefined to write unconditionally
 * @throws ShopError 400 and 409 as `createProduct`, 404 when the product is not on sale, 409 when it has changed since
 */
export async function updateProduct(
  context: CatalogueContext,
  admin: Admin,
  id: string,
  sent: SentFields,
  version: string | undefined,
): Promise<void> {
  if (!validate(id)) throw notFound('Product')
  await context.db.transaction().execute(async tx => {
    const fields = readFields(sent, await holdChoices(tx))
    if (fields.sizes) await lockStockOf(tx, id)
    const locked = await lockProducts(tx, fields.styleOf ? [id, fields.styleOf] : [id])
    const product = locked.find(each => each.id === id.toLowerCase())
    if (!product) throw notFound('Product')
    if (version !== undefined && version !== product.updated_at.toISOString())
      throw conflict('Somebody has changed this product since you opened it. Load it again and repeat your change.')

    const prices = { priceCents: product.price_cents, oldPriceCents: product.old_price_cents, ...fields }
    const priceError = oldPriceError(prices)
    if (priceError) throw badRequest(priceError)
    const change = await changeOf(tx, fields, product, context)
    const columns = Object.entries(change.columns).filter(([name, value]) => product[name as keyof Columns] !== value)
    const rows = await changedRows(tx, product.id, change)
    if (columns.length === 0 && Object.keys(rows.after).length === 0) return
    await tx
      .updateTable('product')
      .set({
        ...Object.fromEntries(columns),
        ...(change.columns.is_draft === false && { deleted_at: null }),
        updated_at: laterThan(product.updated_at, context.clock.now()),
      })
      .where('id', '=', product.id)
      .execute()
    const retired = rows.after.sizes === undefined ? [] : await saveSizes(tx, product.id, change.sizes ?? [], context)
    if (rows.after.furtherImages !== undefined) await saveFurtherImages(tx, product.id, change.furtherImages ?? [])
    const before = Object.fromEntries(columns.map(([name]) => [name, product[name as keyof Columns]]))
    await recordAuditEntry(
      tx,
      {
        actor: admin.id,
        action: 'update',
        record: 'product',
        recordId: product.id,
        before: {
          ...auditOf(before),
          ...rows.before,
          ...Object.fromEntries(retired.map(({ label, pieces }) => [label, pieces])),
        },
        after: {
          ...auditOf(Object.fromEntries(columns)),
          ...rows.after,
          ...Object.fromEntries(retired.map(({ label }) => [label, 0])),
        },
      },
      context,
    )
  })
}

const emptyStyle = { color: 'black', shade: null, style_id: null, image_alt: '', is_draft: false } as const

/** The rows of other tables that a change makes different, in words for the audit. */
async function changedRows(tx: Tx, id: string, { sizes, furtherImages }: Change) {
  const after = inWords({ sizes, furtherImages })
  const before = inWords({
    sizes: sizes && (await findSizes(tx, id)),
    furtherImages: furtherImages && (await findFurtherImages(tx, id)),
  })
  const changed = Object.keys(after).filter(name => after[name] !== before[name])
  const only = (words: Record<string, string>) =>
    Object.fromEntries(changed.map(name => [name, words[name] ?? ''])) as Record<string, string>
  return { before: only(before), after: only(after) }
}

const inWords = ({ sizes, furtherImages }: Omit<Change, 'columns'>): Record<string, string> => ({
  ...(sizes && { sizes: sizesInWords(sizes) }),
  ...(furtherImages && { furtherImages: imagesInWords(furtherImages) }),
})

function readFields(sent: SentFields, choices: ProductChoices): Partial<ProductFields & VariationFields> {
  const { fields, fieldErrors } = readProductFields(sent, choices)
  const [fieldError] = Object.values(fieldErrors)
  if (fieldError) throw badRequest(fieldError)
  const variation = readVariation(sent)
  if (variation.error !== undefined) throw badRequest(variation.error)
  return { ...fields, ...variation.fields }
}

/** Gives two changes within one millisecond different versions. */
const laterThan = (earlier: Date, now: Date) => new Date(Math.max(+now, +earlier + 1))

type Before = Pick<Columns, 'color' | 'shade' | 'style_id' | 'image_alt' | 'is_draft'> & { id: string }

async function changeOf(
  tx: Tx,
  fields: Partial<ProductFields & VariationFields>,
  before: Before,
  context: CatalogueContext,
): Promise<Change> {
  const { priceCents, oldPriceCents, image, images, sizes, styleOf, chartId, modelCm, modelSize, isSealed, ...plain } =
    fields
  if (chartId) await checkChart(tx, chartId)
  const given = images ?? (image === undefined ? undefined : [{ url: image, alt: before.image_alt }])
  const stored =
    given &&
    (await findImages(
      tx,
      given.filter(({ url }) => url !== ''),
    ))
  return {
    columns: {
      ...plain,
      ...(priceCents !== undefined && { price_cents: priceCents }),
      ...(oldPriceCents !== undefined && { old_price_cents: oldPriceCents }),
      ...(chartId !== undefined && { chart_id: chartId }),
      ...(modelCm !== undefined && { model_cm: modelCm }),
      ...(modelSize !== undefined && { model_size: modelSize }),
      ...(isSealed !== undefined && { is_sealed: isSealed }),
      ...(await styleColumns(tx, fields, before, context)),
      ...(stored && { image_id: stored[0]?.image_id ?? null, image_alt: stored[0]?.alt ?? '' }),
      ...(before.is_draft && stored?.[0] && { is_draft: false }),
    },
    ...(sizes && { sizes }),
    ...(images && stored && { furtherImages: stored.slice(1) }),
  }
}

async function styleColumns(
  tx: Tx,
  { styleOf, color, shade }: Partial<ProductFields & VariationFields>,
  before: Before,
  context: CatalogueContext,
): Promise<Partial<Pick<Columns, 'style_id' | 'style_place'>>> {
  if (styleOf === before.id) throw badRequest('A product cannot be another color of itself.')
  const styleId = styleOf ? await styleOfProduct(tx, styleOf, context) : styleOf === null ? null : before.style_id
  if (styleId === null) return before.style_id === null ? {} : { style_id: null }
  const isSame = styleId === before.style_id && color === undefined && shade === undefined
  if (isSame) return {}
  const merged = { id: before.id, color: color ?? before.color, shade: shade === undefined ? before.shade : shade }
  const placed = await lockStyle(tx, styleId, merged)
  if (placed.error !== undefined) throw badRequest(placed.error)
  return styleId === before.style_id ? {} : { style_id: styleId, style_place: placed.place }
}

async function checkChart(tx: Tx, id: string): Promise<void> {
  const chart = await tx
    .selectFrom('size_chart')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!chart) throw badRequest('This size chart is not there any more.')
}

function auditOf({ price_cents, old_price_cents, style_place, ...others }: Partial<Columns>) {
  return {
    ...others,
    ...(price_cents !== undefined && { price: toDollars(price_cents) }),
    ...(old_price_cents !== undefined && { oldPrice: old_price_cents === null ? null : toDollars(old_price_cents) }),
  }
}
