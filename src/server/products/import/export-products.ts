import { sql } from 'kysely'
import { plainAmount } from '#domain/money.ts'
import { type FileColumn, fileColumns } from '#domain/products/product-import.ts'
import { writeCsv } from '../../csv/write.ts'
import type { Db } from '../../db/connection.ts'
import { readSettings } from '../../settings/queries.ts'
import { cellOf, holdersOf } from './import-collections.ts'
import { regularOldPrice, regularPrice, shelfPieces } from './stored-products.ts'

const productsPerPage = 500

/**
 * Exports the products on sale as CSV with a row per size, which can be imported again. It reads a page at a time, at the client's
 * pace and without a transaction, so the file may or may not contain changes made meanwhile.
 * @param count is called with the number of products added since the last call
 */
export const exportProducts = (db: Db, origin: string, count: (rows: number) => void = () => undefined) =>
  writeCsv(fileColumns, pagesOf(db, origin, count))

async function* pagesOf(db: Db, origin: string, count: (rows: number) => void): AsyncGenerator<string[][]> {
  const holders = holdersOf((await readSettings(db, 'collections')).collections)
  let last: string | undefined
  for (;;) {
    const products = await productsAfter(db, last)
    const rows = products.flatMap(product => {
      const { sizes, images, image_id, price_cents, old_price_cents, ...texts } = product
      const ofProduct = {
        ...texts,
        price: plainAmount(price_cents),
        old_price: old_price_cents === null ? '' : plainAmount(old_price_cents),
        image: image_id === null ? '' : addressOf(origin, image_id),
        images: images.map(id => addressOf(origin, id)).join(' '),
        collections: cellOf(holders.get(product.id) ?? []),
      }
      return sizes.map(size => rowOf({ ...ofProduct, ...size }))
    })
    yield rows
    count(products.length)
    last = products.at(-1)?.id
    if (products.length < productsPerPage) return
  }
}

/** The address of a picture, as files name it. */
export const addressOf = (origin: string, imageId: string): string => `${origin}/images/${imageId}/1280.webp`

type Cells = Partial<Record<FileColumn, string | number | null>>
const rowOf = (cells: Cells) => fileColumns.map(column => String(cells[column] ?? ''))

/** Products in the order of their ids with their sizes and further pictures. */
async function productsAfter(db: Db, last: string | undefined) {
  let page = db
    .selectFrom('product')
    .select(['id', 'name', 'category', 'color', 'description', 'image_id'])
    .select([regularPrice.as('price_cents'), regularOldPrice.as('old_price_cents')])
    .select(['style_id as style', 'shade'])
    .select([
      sql<Cells[]>`coalesce((
        select jsonb_agg(jsonb_build_object('size', size, 'sku', sku, 'barcode', barcode, 'stock', ${shelfPieces}) order by place)
        from variant left join stock on variant_id = variant.id
        where variant.product_id = product.id and variant.deleted_at is null
      ), '[{}]')`.as('sizes'),
      sql<string[]>`array(
        select product_image.image_id from product_image where product_id = product.id order by place
      )`.as('images'),
    ])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(productsPerPage)
  if (last) page = page.where('id', '>', last)
  return await page.execute()
}
