import { sql } from 'kysely'
import type { SizeInput } from '#domain/products/size.ts'
import type { Tx } from '../../db/connection.ts'
import { isOnSaleOrDraft } from '../manage/lock-products.ts'
import { applySchedule } from '../schedule/schedule-queries.ts'
import { type ImportChunk, rowsOf } from './chunk-queries.ts'

type When = 'after' | 'before'

const rowsWith = (chunk: ImportChunk, when: When, name: 'sizes' | 'images') =>
  sql`(${rowsOf(chunk, 'new')} or ${rowsOf(chunk, 'changed')}) and ${sql.ref(when)} ? ${sql.lit(name)}`

/** The SQL of the columns of a product and their values in a row of an import. */
const columns = sql`name, category, color, description, price_cents, old_price_cents, image_id, shade, style_id`
const valuesOf = (when: When) => {
  const row = sql.ref(when)
  return sql`${row} ->> 'name', ${row} ->> 'category', ${row} ->> 'color', ${row} ->> 'description',
    (${row} ->> 'price_cents')::int, (${row} ->> 'old_price_cents')::int, ${row} ->> 'image_id'`
}

/**
 * The SQL that changes a product; what its file lacks stays. So does a category and a color that it has already: the settings may have
 * given it another name since. While a sale runs, the prices of a file are those after the sale.
 */
const changes = (when: When) => {
  const row = sql.ref(when)
  const ifChanged = (name: 'category' | 'color') => {
    const column = sql.lit(name)
    return sql`case when before ->> ${column} = after ->> ${column} then ${sql.ref(name)} else ${row} ->> ${column} end`
  }
  const [price, oldPrice] = [sql`(${row} ->> 'price_cents')::int`, sql`(${row} ->> 'old_price_cents')::int`]
  return sql`
    name = ${row} ->> 'name', category = ${ifChanged('category')}, color = ${ifChanged('color')},
    description = ${row} ->> 'description', image_id = ${row} ->> 'image_id',
    image_alt = coalesce(${row} ->> 'image_alt', image_alt),
    price_cents = case when regular_price_cents is null then ${price} else price_cents end,
    old_price_cents = case when regular_price_cents is null then ${oldPrice} else old_price_cents end,
    regular_price_cents = case when regular_price_cents is not null then ${price} end,
    regular_old_price_cents = case when regular_price_cents is not null then ${oldPrice} end,
    awaits_picture = awaits_picture and ${row} ->> 'image_id' is null,
    shade = case when ${row} ? 'shade' then ${row} ->> 'shade' else shade end,
    style_id = case when ${row} ? 'style_id' then (${row} ->> 'style_id')::uuid else style_id end`
}

/** Products whose visibility or price may follow from what a chunk has changed. */
const scheduledOf = (chunk: ImportChunk) => sql`
  (is_draft or sale_from is not null) and id in (
    select product_id from product_import_row row where ${rowsOf(chunk, 'changed')}
  )`

/** Locks the counted sizes of the products whose sizes change. A transaction that locks the products as well does this first. */
export async function lockStock(tx: Tx, chunk: ImportChunk): Promise<void> {
  await sql`
    select from stock where variant_id in (
      select variant.id from variant join product_import_row row using (product_id)
      where ${rowsOf(chunk, 'changed')} and after ? 'sizes'
    ) order by variant_id for update`.execute(tx)
}

/** Adds the styles that a file names and the shop does not have. */
export async function addStyles(tx: Tx, importId: string, at: Date): Promise<void> {
  await sql`
    insert into style (id, created_at)
    select distinct (after ->> 'style_id')::uuid, ${at}::timestamptz from product_import_row
    where import_id = ${importId} and kind in ('new', 'changed') and after ->> 'style_id' is not null
    order by 1
    on conflict do nothing`.execute(tx)
}

/** Of a product whose sale ends by the change, because its price is no longer above that of the sale, the sale is kept for the undo. */
export async function changeProducts(tx: Tx, chunk: ImportChunk, at: Date): Promise<void> {
  await sql`
    update product_import_row row set before = before || jsonb_build_object(
      'sale_price_cents', sale_price_cents, 'sale_from', sale_from, 'sale_until', sale_until
    )
    from product
    where ${rowsOf(chunk, 'changed')} and product.id = product_id and sale_price_cents >= (after ->> 'price_cents')::int`.execute(
    tx,
  )
  await sql`
    update product
    set ${changes('after')}, updated_at = greatest(${at}::timestamptz, version + interval '1 millisecond')
    from product_import_row row
    where ${rowsOf(chunk, 'changed')} and product.id = product_id`.execute(tx)
  await applySchedule(tx, scheduledOf(chunk), at)
}

/** Gives changed products the columns, and the version, that they had before the import. */
export async function restoreProducts(tx: Tx, chunk: ImportChunk, at: Date): Promise<void> {
  await sql`select set_config('vitrine.at', ${at.toISOString()}, true)`.execute(tx) // the version that comes back is older
  await sql`
    update product
    set ${changes('before')},
      style_place = coalesce((before ->> 'style_place')::smallint, style_place), updated_at = version,
      sale_price_cents = coalesce(sale_price_cents, (before ->> 'sale_price_cents')::int),
      sale_from = coalesce(sale_from, (before ->> 'sale_from')::timestamptz),
      sale_until = coalesce(sale_until, (before ->> 'sale_until')::timestamptz)
    from product_import_row row
    where ${rowsOf(chunk, 'changed')} and product.id = product_id`.execute(tx)
  await applySchedule(tx, scheduledOf(chunk), at)
}

export async function addProducts(tx: Tx, chunk: ImportChunk, at: Date, actor: string | undefined): Promise<void> {
  await sql`
    insert into product (${columns}, id, author, created_at, updated_at)
    select ${valuesOf('after')}, after ->> 'shade', (after ->> 'style_id')::uuid,
      product_id, ${actor ?? null}::uuid, ${at}::timestamptz, ${at}::timestamptz
    from product_import_row row
    where ${rowsOf(chunk, 'new')} order by line`.execute(tx)
}

/** Puts the products that join a style behind its other colors, in the order of the file. */
export async function placeColors(tx: Tx, importId: string): Promise<void> {
  await sql`
    with joined as (
      select product_id, line, (after ->> 'style_id')::uuid as style_id from product_import_row
      where import_id = ${importId} and kind in ('new', 'changed') and after ->> 'style_id' is not null
        and after ->> 'style_id' is distinct from before ->> 'style_id'
    ), last as (
      select style_id, max(style_place) as place from product
      where ${isOnSaleOrDraft} and style_id in (select style_id from joined)
        and id not in (select product_id from joined)
      group by style_id
    )
    update product set style_place = placed.place from (
      select product_id, coalesce(last.place, -1) + row_number() over (partition by style_id order by line) as place
      from joined left join last using (style_id)
    ) placed
    where product.id = product_id`.execute(tx)
}

/** The sizes that products of a chunk get, or had before. */
export async function findSizes(
  tx: Tx,
  chunk: ImportChunk,
  when: When,
): Promise<{ productId: string; sizes: SizeInput[] }[]> {
  const { rows } = await sql<{ productId: string; sizes: SizeInput[] }>`
    select product_id as "productId", ${sql.ref(when)} -> 'sizes' as sizes from product_import_row row
    where ${rowsWith(chunk, when, 'sizes')} order by line`.execute(tx)
  return rows
}

/** Gives products of a chunk the further pictures of the file, or those that they had before. */
export async function saveImages(tx: Tx, chunk: ImportChunk, when: When): Promise<void> {
  await sql`
    delete from product_image using product_import_row row
    where ${rowsWith(chunk, when, 'images')} and product_image.product_id = row.product_id`.execute(tx)
  await sql`
    insert into product_image (product_id, place, image_id, alt)
    select product_id, place, image ->> 'image_id', image ->> 'alt'
    from product_import_row row, jsonb_array_elements(${sql.ref(when)} -> 'images') with ordinality as each (image, place)
    where ${rowsWith(chunk, when, 'images')}`.execute(tx)
}
