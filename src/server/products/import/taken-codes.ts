import { sql } from 'kysely'
import type { ImportFault } from '#domain/products/product-import.ts'
import type { Db } from '../../db/connection.ts'

/**
 * Finds SKUs and barcodes that two products would have: both of the import, or one of the shop that it leaves as it is.
 * @param when whether its products get the sizes of the file, or those before it
 */
export async function findTakenCodes(db: Db, importId: string, when: 'after' | 'before'): Promise<ImportFault[]> {
  const sizes = sql`${sql.ref(when)} -> 'sizes'`
  const ofImport = sql`import_id = ${importId} and kind in ('new', 'changed') and ${sizes} is not null`
  const { rows } = await sql<{ line: number; column: 'sku' | 'barcode'; code: string; owner: string }>`
    with given as (
      select line, product_id, sku, barcode
      from product_import_row, jsonb_to_recordset(${sizes}) as each (sku text, barcode text)
      where ${ofImport}
    ), code as materialized (
      select line, product_id, 'sku' as column, lower(sku) as code from given where sku is not null
      union all select line, product_id, 'barcode', barcode from given where barcode is not null
    ), compared as (
      select *, first_value(line) over same_code as first_line, first_value(product_id) over same_code as first_product
      from code window same_code as (partition by "column", code order by line)
    ), stored as (
      select product_id, lower(sku) as sku, barcode from variant
      where deleted_at is null and (sku is not null or barcode is not null)
        and product_id not in (select product_id from product_import_row where ${ofImport})
    )
    select line, "column", code, 'line ' || first_line as owner from compared where product_id <> first_product
    union all select line, "column", code, name from code
      join stored on stored.sku = code join product on product.id = stored.product_id where "column" = 'sku'
    union all select line, "column", code, name from code
      join stored on stored.barcode = code join product on product.id = stored.product_id where "column" = 'barcode'
    order by line`.execute(db)
  return rows.map(({ line, column, code, owner }) => ({
    line,
    column,
    message: `${column === 'sku' ? 'SKU' : 'Barcode'} “${code}” belongs to ${owner} already.`,
  }))
}

/** Finds new products that stand in several places of the file: their rows were to stand below one another. */
export async function findScattered(db: Db, importId: string): Promise<ImportFault[]> {
  const { rows } = await sql<{ line: number; first: number }>`
    select * from (
      select line, min(line) over (
        partition by lower(after ->> 'name'), after ->> 'color', lower(coalesce(after ->> 'shade', ''))
      ) as first
      from product_import_row
      where import_id = ${importId} and kind = 'new' and after ? 'sizes' and after @> '{"has_unknown_id": false}'
    ) each where line > first order by line`.execute(db)
  return rows.map(({ line, first }) => ({
    line,
    column: 'name',
    message: `This product stands on line ${first} already: its rows stand below one another.`,
  }))
}
