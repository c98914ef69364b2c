import { sql } from 'kysely'
import type { ImportFault } from '#domain/products/product-import.ts'
import type { Db } from '../../db/connection.ts'
import { unknownPictureError, type ValidatedRow } from './import-row.ts'

/** The result of one batch of rows. */
export interface StagedRows {
  added: number
  changed: number
  unchanged: number
  faults: ImportFault[]
}

/**
 * Compares each row with its product and stores it in `product_import_row`. The catalogue stays unchanged.
 * @param newId creates the id of a product whose row has none
 */
export async function stageRows(
  db: Db,
  importId: string,
  validated: readonly ValidatedRow[],
  newId: () => string,
): Promise<StagedRows> {
  const known = await knownImages(db, validated)
  const faults = validated.flatMap(row => row.faults)
  const rows = validated.flatMap(({ line, id, fields, faults: found }) => {
    const hasUnknownImage = fields?.image_id && !known.has(fields.image_id)
    if (hasUnknownImage) faults.push({ line, column: 'image', message: unknownPictureError })
    if (found.length > 0 && id === undefined) return []
    return [{ line, id: id ?? newId(), hasId: id !== undefined, after: hasUnknownImage ? null : (fields ?? null) }]
  })
  const { rows: kinds } = await sql<{ line: number; id: string; kind: string | null; isDeleted: boolean }>`
    with sent as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (line int, id uuid, "hasId" boolean, after jsonb)
    ), paired as (
      select sent.*, product.id as known, updated_at, deleted_at is not null as is_deleted, to_jsonb(fields) as before
      from sent left join product on product.id = sent.id left join lateral (
        select name, category, color, description, price_cents, old_price_cents, image_id
      ) fields on true
    ), compared as (
      select paired.*, case
          when after is null or is_deleted then 'fault'
          when known is null then 'new'
          when after = before then 'unchanged'
          else 'changed'
        end as kind
      from paired
    ), staged as (
      insert into product_import_row (import_id, product_id, line, kind, after, before, version)
      select ${importId}::uuid, id, line, kind, case kind
          when 'new' then after || jsonb_build_object('has_unknown_id', "hasId")
          when 'changed' then after
        end,
        case when kind = 'changed' then before end, updated_at
      from compared order by line
      on conflict do nothing
      returning line, kind
    )
    select compared.line, compared.id, staged.kind, is_deleted as "isDeleted"
    from compared left join staged using (line)`.execute(db)
  const countOf = (kind: string) => kinds.filter(row => row.kind === kind).length
  faults.push(
    ...kinds.filter(row => row.isDeleted).map(({ line }) => ({ line, column: 'id', message: deletedError })),
    ...(await findDuplicates(
      db,
      importId,
      kinds.filter(({ kind }) => kind === null),
    )),
  )
  return {
    added: countOf('new'),
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    faults: faults.toSorted((a, b) => a.line - b.line),
  }
}

const deletedError = 'This product was deleted: bring it back first, or leave the cell empty to make a new one.'

async function knownImages(db: Db, validated: readonly ValidatedRow[]): Promise<Set<string>> {
  const ids = [...new Set(validated.flatMap(({ fields }) => fields?.image_id ?? []))]
  if (ids.length === 0) return new Set()
  const found = await db
    .selectFrom('image')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('placeholder', '<>', '') // an empty placeholder marks a profile picture
    .execute()
  return new Set(found.map(({ id }) => id))
}

async function findDuplicates(db: Db, importId: string, rows: { line: number; id: string }[]): Promise<ImportFault[]> {
  if (rows.length === 0) return []
  const firsts = await db
    .selectFrom('product_import_row')
    .select(['product_id', 'line'])
    .where('import_id', '=', importId)
    .where('product_id', '=', sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
    .execute()
  const lineOf = new Map(firsts.map(first => [first.product_id, first.line]))
  return rows.map(({ line, id }) => ({
    line,
    column: 'id',
    message: `This id stands on line ${lineOf.get(id)} already.`,
  }))
}
