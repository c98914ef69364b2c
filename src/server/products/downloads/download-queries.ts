import { sql } from 'kysely'
import { validate } from 'uuid'
import type { FailedPicture } from '#domain/products/product-import.ts'
import type { Db, Tx } from '../../db/connection.ts'
import type { Page } from '../../http/paging.ts'

/** How many pictures of an import were fetched, and how many could not be. */
export const downloadFigures = (id: string) => {
  const countOf = (state: 'done' | 'failed') =>
    sql<number>`(select count(*)::int from picture_download where import_id = ${sql.ref(id)} and state = ${sql.lit(state)})`
  return [countOf('done').as('pictures_done'), countOf('failed').as('pictures_failed')]
}

/** Returns one page of the pictures of an import that could not be fetched, in the order of the file. */
export async function findFailedPictures(db: Db, id: string, { page, limit }: Page): Promise<FailedPicture[]> {
  if (!validate(id)) return []
  return await db
    .selectFrom('picture_download as download')
    .leftJoin('product', 'product.id', 'product_id')
    .select(['line', 'product_id as productId', 'place', 'address', 'reason'])
    .select(({ fn, val }) => fn.coalesce('name', val('')).as('name'))
    .where('import_id', '=', id)
    .where('state', '=', 'failed')
    .orderBy('line')
    .orderBy('place')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

/**
 * Notes the pictures that an import has to fetch. Earlier imports fetch none any more for the products of which it names pictures.
 * @returns how many there are
 */
export async function queueDownloads(tx: Tx, importId: string, at: Date): Promise<void> {
  const named = sql`select product_id from product_import_row
    where import_id = ${importId} and kind = 'changed' and after ? 'pictures'`
  await sql`
    update picture_download
    set state = 'failed', next_at = null, reason = 'A later import names the pictures of this product.'
    where state = 'waiting' and product_id in (${named})`.execute(tx)
  await sql`
    insert into picture_download (import_id, product_id, place, line, address, next_at)
    select import_id, product_id, number - 1, line, picture ->> 'address', ${at}::timestamptz
    from product_import_row, jsonb_array_elements(after -> 'pictures') with ordinality as each (picture, number)
    where import_id = ${importId} and kind in ('new', 'changed') and picture ? 'address'
    order by line, number`.execute(tx)
}

/** Drops the pictures of an import that are still to be fetched. */
export async function dropDownloads(tx: Tx, importId: string): Promise<void> {
  await tx.deleteFrom('picture_download').where('import_id', '=', importId).where('state', '=', 'waiting').execute()
}
