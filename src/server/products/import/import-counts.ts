import { sql } from 'kysely'
import { validate } from 'uuid'
import type { ImportCount } from '#domain/products/product-import.ts'
import { labelOf, nameWithVariation } from '#domain/products/size.ts'
import { type CountAnswer, maxCounts } from '#domain/products/stock.ts'
import type { Db, Tx } from '../../db/connection.ts'
import type { Page } from '../../http/paging.ts'
import { countStock } from '../../stock/counts/count.ts'
import { addFirstCounts, type FirstCount } from '../../stock/counts/first-counts.ts'
import type { CatalogueContext } from '../context.ts'

/** How many counts an import has, and what became of those that were tried. */
export const countFigures = (id: string) => {
  const countOf = (condition: string) =>
    sql<number>`(select count(*)::int from product_import_count where import_id = ${sql.ref(id)} and ${sql.raw(condition)})`
  return [
    countOf('true').as('counts'),
    countOf("result = 'counted'").as('counted'),
    countOf("result <> 'counted'").as('not_counted'),
  ]
}

/** Returns one page of an import's counts, in the order of the file; those that were refused first. */
export async function findCounts(db: Db, id: string, { page, limit }: Page): Promise<ImportCount[]> {
  if (!validate(id)) return []
  const rows = await db
    .selectFrom('product_import_count as count')
    .leftJoin('product', 'product.id', 'count.product_id')
    .leftJoin('product_import_row as row', join =>
      join.onRef('row.import_id', '=', 'count.import_id').onRef('row.product_id', '=', 'count.product_id'),
    )
    .select(['count.line', 'count.product_id', 'size', 'seen', 'shelf', 'result', 'message'])
    .select(sql<string>`coalesce(product.name, after ->> 'name')`.as('name'))
    .select(sql<string>`coalesce(shade, color, after ->> 'shade', after ->> 'color')`.as('color'))
    .where('count.import_id', '=', id)
    .orderBy(sql`result is null or result = 'counted'`)
    .orderBy('count.line')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map(({ line, product_id, name, color, size, seen, shelf, result, message }) => ({
    ...{ line, productId: product_id, name: nameWithVariation({ name, color, size: null }), label: labelOf(size) },
    ...{ before: seen, after: shelf, result, message },
  }))
}

const addedAtOnce = 5_000

/**
 * Stores the counts of the sizes that an import has just added, in its own transaction: nobody can buy them before.
 * @param at when they were added
 * @param count is called with the number of counts done since the last call
 */
export async function countAdded(
  tx: Tx,
  { id, at, actor }: { id: string; at: Date; actor: string | undefined },
  count: (counts: number) => void,
): Promise<void> {
  for (;;) {
    const { rows } = await sql<FirstCount & { line: number }>`
      select line, variant.id as "variantId", variant.product_id as "productId", shelf as pieces
      from product_import_count count join variant on variant.product_id = count.product_id and variant.size = count.size
      where import_id = ${id} and result is null and deleted_at is null and variant.created_at = ${at}
        and not exists (select from stock where variant_id = variant.id)
        and not exists (select from order_line where variant_id = variant.id)
      order by line limit ${addedAtOnce}`.execute(tx)
    if (rows.length === 0) return
    await addFirstCounts(tx, rows, at, actor ?? null)
    await noteResults(
      tx,
      id,
      rows.map(({ line }) => ({ line, result: 'counted' })),
    )
    count(rows.length)
  }
}

/**
 * Stores the counts of an applied import that were not tried yet. Each is stored or refused on its own, against the number that
 * was there when the file was read. After an interruption it can be called again: a count that is stored already stays as it is.
 * @param actor the id of the admin; undefined for the command line
 * @param count is called with the number of counts done since the last call
 * @throws ShopError 409 while an older release is connected
 */
export async function storeCounts(
  context: CatalogueContext,
  actor: string | undefined,
  id: string,
  count: (counts: number) => void = () => undefined,
): Promise<void> {
  let last = 0
  for (;;) {
    const part = await countsAfter(context.db, id, last)
    if (part.length === 0) return
    last = part.at(-1)?.line ?? last
    const there = part.flatMap(({ variantId, shelf, seen }) => (variantId === null ? [] : [{ variantId, shelf, seen }]))
    const answers = there.length > 0 ? await countStock(context, actor, there) : []
    const answerOf = new Map(answers.map(answer => [answer.variantId, answer]))
    await noteResults(
      context.db,
      id,
      part.map(({ line, variantId }) => ({ line, ...(answerOf.get(variantId ?? '') ?? gone) })),
    )
    count(part.length)
  }
}

const gone = { result: 'gone' as const, message: 'This size is not there any more.' }

const countsAfter = (db: Db, id: string, line: number) =>
  db
    .selectFrom('product_import_count as count')
    .leftJoin('variant', join =>
      join
        .onRef('variant.product_id', '=', 'count.product_id')
        .onRef('variant.size', '=', 'count.size')
        .on('variant.deleted_at', 'is', null),
    )
    .select(['line', 'variant.id as variantId', 'shelf', 'seen'])
    .where('import_id', '=', id)
    .where('result', 'is', null)
    .where('line', '>', line)
    .orderBy('line')
    .limit(maxCounts)
    .execute()

type Result = Pick<ImportCount, 'line'> & { result: CountAnswer['result'] | 'gone'; message?: string }

async function noteResults(db: Db, id: string, results: Result[]): Promise<void> {
  await sql`
    update product_import_count count set result = noted.result, message = coalesce(noted.message, '')
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as noted (line int, result text, message text)
    where import_id = ${id} and count.line = noted.line`.execute(db)
}
