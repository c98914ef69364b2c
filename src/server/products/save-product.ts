import { validate } from 'uuid'
import { toDollars } from '#domain/money.ts'
import { imageIdOf } from '#domain/products/product.ts'
import {
  type FieldName,
  oldPriceError,
  type ProductFields,
  readProductFields,
  requiredFields,
} from '#domain/products/product-fields.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { Tx } from '../db/connection.ts'
import { isProfilePicture } from '../images/profile-picture.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import type { Admin, CatalogueContext } from './context.ts'

type SentFields = Partial<Record<FieldName, unknown>>

/**
 * Puts a new product on sale, with the admin as its author.
 * @returns its id
 * @throws ShopError 400 with a sentence about the first field that is not valid
 */
export async function createProduct(context: CatalogueContext, admin: Admin, sent: SentFields): Promise<string> {
  const fields = readFields(sent)
  const missing = requiredFields.find(name => sent[name] === undefined)
  if (missing) throw badRequest(`The ${missing} is missing.`)
  const { clock, ids } = context
  const id = ids.uuid()
  const at = clock.now()
  await context.db.transaction().execute(async tx => {
    const columns = await columnsOf(tx, fields)
    await tx
      .insertInto('product')
      .values({
        ...(columns as Required<typeof columns>),
        old_price_cents: columns.old_price_cents ?? null,
        image_id: columns.image_id ?? null,
        id,
        author: admin.id,
        created_at: at,
        updated_at: at,
      })
      .execute()
    const after = auditOf(columns)
    await recordAuditEntry(tx, { actor: admin.id, action: 'create', record: 'product', recordId: id, after }, context)
  })
  return id
}

/**
 * Changes the fields of a product that were sent.
 * @param version the product's `updatedAt` that the admin loaded; undefined to write unconditionally
 * @throws ShopError 400 as `createProduct`, 404 when the product is not on sale, 409 when it has changed since
 */
export async function updateProduct(
  context: CatalogueContext,
  admin: Admin,
  id: string,
  sent: SentFields,
  version: string | undefined,
): Promise<void> {
  const fields = readFields(sent)
  if (!validate(id)) throw notFound('Product')
  await context.db.transaction().execute(async tx => {
    const product = await tx
      .selectFrom('product')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!product) throw notFound('Product')
    if (version !== undefined && version !== product.updated_at.toISOString())
      throw conflict('Somebody has changed this product since you opened it. Load it again and repeat your change.')

    const prices = { priceCents: product.price_cents, oldPriceCents: product.old_price_cents, ...fields }
    const priceError = oldPriceError(prices)
    if (priceError) throw badRequest(priceError)
    const columns = await columnsOf(tx, fields)
    const changed = Object.entries(columns).filter(([name, value]) => product[name as keyof typeof columns] !== value)
    if (changed.length === 0) return
    await tx
      .updateTable('product')
      .set({ ...Object.fromEntries(changed), updated_at: laterThan(product.updated_at, context.clock.now()) })
      .where('id', '=', id)
      .execute()
    const before = Object.fromEntries(changed.map(([name]) => [name, product[name as keyof typeof columns]]))
    await recordAuditEntry(
      tx,
      {
        actor: admin.id,
        action: 'update',
        record: 'product',
        recordId: id,
        before: auditOf(before),
        after: auditOf(Object.fromEntries(changed)),
      },
      context,
    )
  })
}

function readFields(sent: SentFields): Partial<ProductFields> {
  const { fields, fieldErrors } = readProductFields(sent)
  const [fieldError] = Object.values(fieldErrors)
  if (fieldError) throw badRequest(fieldError)
  return fields
}

/** Gives two changes within one millisecond different versions. */
const laterThan = (earlier: Date, now: Date) => new Date(Math.max(+now, +earlier + 1))

interface Columns {
  name: string
  category: ProductFields['category']
  color: ProductFields['color']
  description: string
  price_cents: number
  old_price_cents: number | null
  image_id: string | null
}

async function columnsOf(tx: Tx, fields: Partial<ProductFields>): Promise<Partial<Columns>> {
  const { priceCents, oldPriceCents, image, ...texts } = fields
  return {
    ...texts,
    ...(priceCents !== undefined && { price_cents: priceCents }),
    ...(oldPriceCents !== undefined && { old_price_cents: oldPriceCents }),
    ...(image !== undefined && { image_id: await findImage(tx, image) }),
  }
}

/** Returns the id of the picture at a URL of this shop; null for an empty text and for the placeholder. */
async function findImage(tx: Tx, address: string): Promise<string | null> {
  const id = imageIdOf(address)
  if (address === '' || id === 'placeholder') return null
  const known =
    id && (await tx.selectFrom('image').select(['id', 'placeholder']).where('id', '=', id).executeTakeFirst())
  if (!known || isProfilePicture(known)) throw badRequest('The image must be a picture of this shop: upload it first.')
  return known.id
}

function auditOf({ price_cents, old_price_cents, ...others }: Partial<Columns>) {
  return {
    ...others,
    ...(price_cents !== undefined && { price: toDollars(price_cents) }),
    ...(old_price_cents !== undefined && { oldPrice: old_price_cents === null ? null : toDollars(old_price_cents) }),
  }
}
