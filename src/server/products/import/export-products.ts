import { fileColumns } from '#domain/products/product-import.ts'
import { decimals } from '../../csv/money.ts'
import { writeCsv } from '../../csv/write.ts'
import type { Db } from '../../db/connection.ts'

const rowsPerPage = 1_000

/**
 * Exports the products on sale as CSV, which can be imported again. It reads a page at a time, at the client's pace and without
 * a transaction, so the file may or may not contain changes made meanwhile.
 * @param count is called with the number of rows added since the last call
 */
export const exportProducts = (db: Db, origin: string, count: (rows: number) => void = () => undefined) =>
  writeCsv(fileColumns, pagesOf(db, origin, count))

async function* pagesOf(db: Db, origin: string, count: (rows: number) => void): AsyncGenerator<string[][]> {
  let last: string | undefined
  for (;;) {
    let page = db
      .selectFrom('product')
      .select(['id', 'name', 'category', 'color', 'description', 'price_cents', 'old_price_cents', 'image_id'])
      .select(({ selectFrom }) =>
        selectFrom('variant')
          .innerJoin('stock', 'variant_id', 'variant.id')
          .whereRef('variant.product_id', '=', 'product.id')
          .select(({ fn }) => fn.sum<string | null>('on_hand').as('pieces'))
          .as('stock'),
      )
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(rowsPerPage)
    if (last) page = page.where('id', '>', last)
    const products = await page.execute()
    yield products.map(({ id, name, category, color, description, ...product }) => {
      const image = product.image_id ? `${origin}/images/${product.image_id}/1280.webp` : ''
      const oldPrice = product.old_price_cents === null ? '' : decimals(product.old_price_cents)
      return [
        id,
        name,
        category,
        color,
        description,
        decimals(product.price_cents),
        oldPrice,
        image,
        product.stock ?? '',
      ]
    })
    count(products.length)
    last = products.at(-1)?.id
    if (products.length < rowsPerPage) return
  }
}
