import { sql } from 'kysely'
import { undoDays } from '#domain/audit.ts'
import { labelOf, oneSize, type SizeInput } from '#domain/products/size.ts'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../lib/errors.ts'
import { type RetiredSize, retireStock } from '../../stock/retire.ts'
import type { CatalogueContext } from '../context.ts'

/** The sizes of a product on sale, in their order. */
export const findSizes = async (tx: Tx, productId: string): Promise<SizeInput[]> =>
  await tx
    .selectFrom('variant')
    .select(['size', 'sku', 'barcode'])
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .orderBy('place')
    .execute()

interface SizesOf {
  productId: string
  sizes: SizeInput[]
}

/**
 * Makes these the sizes of a product, which the caller has locked after its stock. A size that is gone is retired; one that comes
 * back is the same variant as before.
 * @returns the retired sizes that had pieces
 * @throws ShopError 409 for an SKU or a barcode of another product, naming it, and for a size whose pieces are being paid for
 */
export async function saveSizes(
  tx: Tx,
  productId: string,
  sizes: SizeInput[],
  context: Pick<CatalogueContext, 'clock' | 'ids'>,
): Promise<RetiredSize[]> {
  await refuseTaken(tx, productId, sizes)
  const retired = await takeSizesOff(tx, [{ productId, sizes }], context.clock.now())
  await giveSizes(tx, [{ productId, sizes }], context)
  return retired
}

/**
 * Takes all sizes of products off, which are locked after their stock, because two may have exchanged their codes.
 * @param products with the sizes that they get next; those they no longer have are retired
 * @returns the retired sizes that had pieces
 * @throws ShopError 409 for a size whose pieces are being paid for
 */
export async function takeSizesOff(tx: Tx, products: SizesOf[], at: Date): Promise<RetiredSize[]> {
  const retired = await retireStock(tx, products, at)
  await tx
    .updateTable('variant')
    .set({ sku: null, barcode: null, deleted_at: at })
    .where('product_id', '=', sql<string>`any(${products.map(({ productId }) => productId)}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return retired
}

/** Gives products sizes, after `takeSizesOff`. One that comes back is the same variant as before. */
export async function giveSizes(
  tx: Tx,
  products: SizesOf[],
  { clock, ids }: Pick<CatalogueContext, 'clock' | 'ids'>,
): Promise<void> {
  const rows = products.flatMap(({ productId, sizes }) =>
    sizes.map(({ size, sku, barcode }, place) => ({
      ...{ id: size === oneSize ? productId : ids.uuid(), product_id: productId },
      ...{ size, sku, barcode, place },
    })),
  )
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as wanted (id uuid, product_id uuid, size text, sku text, barcode text, place smallint)`
  await sql`
    update variant set deleted_at = null, sku = wanted.sku, barcode = wanted.barcode, place = wanted.place
    from ${wanted}
    where variant.id = (
      select id from variant earlier where earlier.product_id = wanted.product_id and earlier.size = wanted.size
      order by deleted_at desc nulls first, id desc limit 1
    )`.execute(tx)
  await sql`
    insert into variant (id, product_id, size, place, sku, barcode, created_at)
    select id, product_id, size, place, sku, barcode, ${clock.now()} from ${wanted}
    where not exists (
      select from variant known where known.product_id = wanted.product_id and known.size = wanted.size
    )`.execute(tx)
}

async function refuseTaken(tx: Tx, productId: string, sizes: SizeInput[]): Promise<void> {
  const skus = sizes.flatMap(({ sku }) => sku?.toLowerCase() ?? [])
  const barcodes = sizes.flatMap(({ barcode }) => barcode ?? [])
  if (skus.length + barcodes.length === 0) return
  const taken = await tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['name', 'size', 'sku', 'barcode', 'product.deleted_at as offSaleAt'])
    .where('variant.deleted_at', 'is', null)
    .where('product_id', '!=', productId)
    .where(({ or, eb }) =>
      or([
        eb(sql`lower(sku)`, '=', sql`any(${skus}::text[])`),
        eb('barcode', '=', sql<string>`any(${barcodes}::text[])`),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (!taken) return
  const isSku = taken.sku !== null && skus.includes(taken.sku.toLowerCase())
  const code = isSku ? `SKU "${taken.sku}"` : `barcode "${taken.barcode}"`
  const { name, size, offSaleAt } = taken
  throw conflict(
    `The ${code} belongs to ${describe(name, size)}${offSaleAt ? `, which was deleted: it is free ${undoDays + 1} days after that` : ''}.`,
  )
}

const describe = (name: string, size: string) => (size === oneSize ? name : `${name}, ${labelOf(size)}`)

/** Sizes in one line, for the audit: "M (A-1), L". */
export const sizesInWords = (sizes: SizeInput[]): string =>
  sizes
    .map(({ size, sku, barcode }) => {
      const codes = [sku, barcode].filter(Boolean).join(', ')
      return codes ? `${labelOf(size)} (${codes})` : labelOf(size)
    })
    .join(', ')
