import { sql } from 'kysely'
import { validate } from 'uuid'
import type { Fields as AuditFields } from '#domain/audit.ts'
import { type LinkFields, type LinkKind, readLinks } from '#domain/products/fields/link-fields.ts'
import {
  type FieldName,
  type ProductFields,
  readProductFields,
  requiredFields,
} from '#domain/products/fields/product-fields.ts'
import { readSchedule, type ScheduleFields, type ScheduleName } from '#domain/products/fields/schedule-fields.ts'
import { readSeo, type SeoFields, type SeoName } from '#domain/products/fields/seo-fields.ts'
import { readVariation, type VariationFields, type VariationName } from '#domain/products/fields/variation-fields.ts'
import { imageIdOf } from '#domain/products/product.ts'
import type { SizeInput } from '#domain/products/size.ts'
import type { ProductChoices } from '#domain/settings/catalogue.ts'
import { recordAuditEntry } from '../../audit/record.ts'
import type { Tx } from '../../db/connection.ts'
import type { StoredImage } from '../../db/tables/products.ts'
import { badRequest, conflict, notFound } from '../../lib/errors.ts'
import { holdChoices } from '../../settings/queries.ts'
import { lockStockOf } from '../../stock/queries.ts'
import type { Admin, CatalogueContext } from '../context.ts'
import { auditOf, type Columns } from '../product-columns.ts'
import { changedLinks, checkLinks, linkedIds, saveLinks } from '../product-links.ts'
import { type Scheduled, scheduledColumns, unscheduled } from '../schedule/columns.ts'
import { versionSql } from '../schedule/price-history.ts'
import { applySchedule } from '../schedule/schedule-queries.ts'
import { beginStock, readPieces, refusePieces } from './begin-stock.ts'
import { lockProducts } from './lock-products.ts'
import { findFurtherImages, findImages, imagesInWords, saveFurtherImages } from './save-images.ts'
import { findSizes, saveSizes, sizesInWords } from './save-sizes.ts'
import { lockStyle, styleOfProduct } from './style-queries.ts'

/** What was sent of a product, by the names of calls. */
export type SentFields = Partial<Record<FieldName | VariationName | ScheduleName | SeoName | LinkKind, unknown>>
type Fields = Partial<ProductFields & VariationFields & ScheduleFields & SeoFields> & { links: LinkFields }

/** What a change writes: columns, and the rows of other tables; what stays is missing. */
interface Change {
  columns: Partial<Columns>
  sizes?: SizeInput[]
  /** The pictures after the first. */
  furtherImages?: StoredImage[]
}

/**
 * Adds a product, with the admin as its author: on sale at once, unless its status and schedule say otherwise. Without sizes it
 * has one. A size that is sent with its pieces is counted from the beginning.
 * @returns its id
 * @throws ShopError 400 with a sentence about the first field that is not valid, 409 for an SKU or barcode of another product, and
 * for pieces while an older release is connected
 */
export async function createProduct(context: CatalogueContext, admin: Admin, sent: SentFields): Promise<string> {
  const missing = requiredFields.find(name => sent[name] === undefined)
  if (missing) throw badRequest(`The ${missing} is missing.`)
  const pieces = await readPieces(context.db, sent.sizes)
  const { clock, ids } = context
  const id = ids.uuid()
  const at = clock.now()
  await context.db.transaction().execute(async tx => {
    const fields = readFields(sent, await holdChoices(tx))
    const locked = await lockProducts(tx, othersOf(fields))
    checkLinks(fields.links, id, locked)
    const { columns, sizes, furtherImages } = await changeOf(tx, fields, { id, ...newProduct }, at, context)
    const isPlain = Object.keys(unscheduled).every(name => !(name in columns))
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
        ...(!isPlain && { is_draft: true, deleted_at: at }),
      })
      .execute()
    if (!isPlain) await applySchedule(tx, sql`id = ${id}`, at)
    if (sizes) await saveSizes(tx, id, sizes, context)
    const counted = await beginStock(tx, { productId: id, pieces, at, admin })
    if (furtherImages) await saveFurtherImages(tx, id, furtherImages)
    const linked = await changedLinks(tx, id, fields.links)
    await saveLinks(tx, id, linked.lists)
    const after = { ...auditOf(columns), ...inWords({ sizes, furtherImages }), ...linked.after, ...counted }
    await recordAuditEntry(tx, { actor: admin.id, action: 'create', record: 'product', recordId: id, after }, context)
  })
  return id
}

/**
 * Changes the fields of a product that were sent. What visitors see of it follows its status and schedule; a color that awaits a
 * picture is unfinished until it has one.
 * @param version the product's `updatedAt` that the admin loaded; undefined to write unconditionally
 * @throws ShopError 400 and 409 as `createProduct`, 404 when the product is deleted, 409 when it has changed since
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
    const changed = await changeProduct(tx, context, id, sent, async product => {
      if (version !== undefined && version !== (await findVersion(tx, product.id)))
        throw conflict('Somebody has changed this product since you opened it. Load it again and repeat your change.')
    })
    if (!changed) return
    const entry = { actor: admin.id, action: 'update', record: 'product', recordId: id.toLowerCase() } as const
    await recordAuditEntry(tx, { ...entry, ...changed }, context)
  })
}

async function findVersion(tx: Tx, id: string): Promise<string | undefined> {
  const version = sql<Date>`${sql.raw(versionSql)}`.as('version')
  return (await tx.selectFrom('product').select(version).where('id', '=', id).executeTakeFirst())?.version.toISOString()
}

type LockedProduct = Awaited<ReturnType<typeof lockProducts>>[number]

/**
 * Changes the fields of a product that were sent, see `updateProduct`.
 * @param check throws when the product, which is locked, is not as the change expects it
 * @returns what was changed, for the audit; undefined when all is so already
 */
export async function changeProduct(
  tx: Tx,
  context: CatalogueContext,
  id: string,
  sent: SentFields,
  check: (product: LockedProduct) => void | Promise<void>,
): Promise<{ before: AuditFields; after: AuditFields } | undefined> {
  refusePieces(sent.sizes)
  const fields = readFields(sent, await holdChoices(tx))
  if (fields.sizes) await lockStockOf(tx, id)
  const locked = await lockProducts(tx, [id, ...othersOf(fields)])
  const product = locked.find(each => each.id === id.toLowerCase())
  if (!product) throw notFound('Product')
  await check(product)
  checkLinks(fields.links, product.id, locked)
  const at = laterThan(product.updated_at, context.clock.now())
  const change = await changeOf(tx, fields, product, at, context)
  const columns = Object.entries(change.columns).filter(
    ([name, value]) => !isSame(product[name as keyof Columns], value),
  )
  const rows = await changedRows(tx, product.id, change)
  const linked = await changedLinks(tx, product.id, fields.links)
  if (columns.length === 0 && Object.keys({ ...rows.after, ...linked.after }).length === 0) return undefined
  await tx
    .updateTable('product')
    .set({ ...Object.fromEntries(columns), updated_at: at })
    .where('id', '=', product.id)
    .execute()
  const isScheduled = product.is_draft || product.sale_price_cents !== null
  if (isScheduled || columns.some(([name]) => name in unscheduled)) await applySchedule(tx, sql`id = ${product.id}`, at)
  const retired = rows.after.sizes === undefined ? [] : await saveSizes(tx, product.id, change.sizes ?? [], context)
  if (rows.after.furtherImages !== undefined) await saveFurtherImages(tx, product.id, change.furtherImages ?? [])
  await saveLinks(tx, product.id, linked.lists)
  const before = Object.fromEntries(columns.map(([name]) => [name, product[name as keyof Columns]]))
  return {
    before: {
      ...auditOf(before),
      ...rows.before,
      ...linked.before,
      ...Object.fromEntries(retired.map(({ label, pieces }) => [`pieces of ${label}`, pieces])),
    },
    after: {
      ...auditOf(Object.fromEntries(columns)),
      ...rows.after,
      ...linked.after,
      ...Object.fromEntries(retired.map(({ label }) => [`pieces of ${label}`, 0])),
    },
  }
}

const newProduct: Omit<Before, 'id'> = {
  ...{ color: 'black', shade: null, style_id: null, image_id: null, image_alt: '' },
  awaits_picture: false,
  ...{ price_cents: 0, old_price_cents: null, regular_price_cents: null, regular_old_price_cents: null },
  ...unscheduled,
}

const isSame = (one: unknown, other: unknown) =>
  one === other || (one instanceof Date && other instanceof Date && +one === +other)

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

function readFields(sent: SentFields, choices: ProductChoices): Fields {
  const { fields, fieldErrors } = readProductFields(sent, choices)
  const [fieldError] = Object.values(fieldErrors)
  if (fieldError) throw badRequest(fieldError)
  const variation = readVariation(sent)
  if (variation.error !== undefined) throw badRequest(variation.error)
  const schedule = readSchedule(sent)
  const [scheduleError] = Object.values(schedule.fieldErrors)
  if (scheduleError) throw badRequest(scheduleError)
  const seo = readSeo(sent)
  const [seoError] = Object.values(seo.fieldErrors)
  if (seoError) throw badRequest(seoError)
  const links = readLinks(sent)
  if (links.error !== undefined) throw badRequest(links.error)
  return { ...fields, ...variation.fields, ...schedule.fields, ...seo.fields, links: links.links }
}

/** The other products that a change names, to be locked with the product itself. */
const othersOf = ({ styleOf, links }: Fields) => [...(styleOf ? [styleOf] : []), ...linkedIds(links)]

/** Gives two changes within one millisecond different versions. */
const laterThan = (earlier: Date, now: Date) => new Date(Math.max(+now, +earlier + 1))

type Before = Pick<Columns, 'color' | 'shade' | 'style_id' | 'image_id' | 'image_alt' | 'awaits_picture'> &
  Scheduled & { id: string }

async function changeOf(tx: Tx, fields: Fields, before: Before, at: Date, context: CatalogueContext): Promise<Change> {
  const { name, category, color, description, shade, swatch } = fields
  const { image, images, sizes, chartId, modelCm, modelSize, isSealed, seoTitle, seoDescription } = fields
  if (chartId) await checkChart(tx, chartId)
  const alt = image && imageIdOf(image) === before.image_id ? before.image_alt : ''
  const given = images ?? (image === undefined ? undefined : [{ url: image, alt }])
  const stored =
    given &&
    (await findImages(
      tx,
      given.filter(({ url }) => url !== ''),
    ))
  return {
    columns: {
      ...onlyGiven({ name, category, color, description, shade, swatch }),
      ...scheduledColumns(fields, before, at),
      ...(chartId !== undefined && { chart_id: chartId }),
      ...(modelCm !== undefined && { model_cm: modelCm }),
      ...(modelSize !== undefined && { model_size: modelSize }),
      ...(isSealed !== undefined && { is_sealed: isSealed }),
      ...(seoTitle !== undefined && { seo_title: seoTitle }),
      ...(seoDescription !== undefined && { seo_description: seoDescription }),
      ...(await styleColumns(tx, fields, before, context)),
      ...(stored && { image_id: stored[0]?.image_id ?? null, image_alt: stored[0]?.alt ?? '' }),
      ...(before.awaits_picture && stored?.[0] && { awaits_picture: false }),
    },
    ...(sizes && { sizes }),
    ...(images && stored && { furtherImages: stored.slice(1) }),
  }
}

const onlyGiven = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

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
