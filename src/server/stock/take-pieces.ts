import { sql } from 'kysely'
import { nameWithVariation } from '#domain/products/size.ts'
import type { Tx } from '../db/connection.ts'
import { takePiecesFunction } from './settling-sql.ts'

/** A line of an order of which pieces are missing. */
export interface OwedLine {
  /** Such as "Aurelia, M". */
  name: string
  quantity: number
  owed: number
}

/**
 * Takes the counted pieces of an order that holds none, as far as they are there; the rest is owed. The caller has locked the order,
 * or adds it.
 * @param outcome `held` for an order that has still to be settled
 * @returns the lines that are owed pieces, none when everything was there; undefined when nothing of the order is counted
 */
export async function takePieces(
  tx: Tx,
  order: string,
  outcome: 'sold' | 'held',
  at: Date,
): Promise<OwedLine[] | undefined> {
  const { rows } = await sql<{ owed: number | null }>`
    select ${sql.raw(takePiecesFunction.name)}(${order}, ${outcome}, ${at}) as owed`.execute(tx)
  const owed = rows[0]?.owed ?? undefined
  if (!owed) return owed === 0 ? [] : undefined
  const lines = await tx
    .selectFrom('order_line')
    .select(['name', 'color', 'size', 'quantity', 'owed'])
    .where('order_id', '=', order)
    .where('owed', '>', 0)
    .orderBy('position')
    .execute()
  return lines.map(line => ({ name: nameWithVariation(line), quantity: line.quantity, owed: line.owed }))
}
