import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/connection.ts'

const chunkRows = 1_000

/** A range of rows of an import, by the lines of the file. An import is applied in chunks, so that no statement takes long. */
export interface ImportChunk {
  id: string
  from: number
  to: number
  /** The number of its rows that change the catalogue. */
  products: number
  /** Whether it changes sizes, further pictures, or styles. */
  hasSizes: boolean
  hasImages: boolean
  hasStyles: boolean
}

/** Returns the chunks of all rows that change the catalogue, in the order of the file. */
export async function chunksOf(tx: Tx, id: string): Promise<ImportChunk[]> {
  const { rows } = await sql<ImportChunk>`
    select ${id} as id, min(line) as from, max(line) as to, count(*)::int as products,
      bool_or(after ? 'sizes') as "hasSizes", bool_or(after ? 'images') as "hasImages", bool_or(after ? 'style_id') as "hasStyles"
    from (
      select line, after, (row_number() over (order by line) - 1) / ${chunkRows} as chunk
      from product_import_row where import_id = ${id} and kind in ('new', 'changed')
    ) line group by chunk order by chunk`.execute(tx)
  return rows
}

/** The SQL condition for the rows of a chunk of one kind. */
export const rowsOf = ({ id, from, to }: ImportChunk, kind: 'new' | 'changed'): RawBuilder<boolean> =>
  sql`import_id = ${id} and line between ${from} and ${to} and kind = ${sql.lit(kind)}`
