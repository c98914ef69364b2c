import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../db/connection.ts'
import type { Move } from '../products/list/choice-queries.ts'
import { lockSection, writeSection } from './section-queries.ts'

/** The dashboard's saved lists of a category or color go with it when it gets another address or name. */
export async function moveLists(tx: Tx, moves: readonly Move[], at: Date): Promise<void> {
  if (moves.length === 0) return
  const { value, version } = await lockSection(tx, 'lists')
  const ofProducts = value.ofProducts.map(list => ({ ...list, filters: movedFilters(list.filters, moves) }))
  if (isDeepStrictEqual(ofProducts, value.ofProducts)) return
  await writeSection(tx, { name: 'lists', value: { ofProducts }, version: version + 1, at })
}

/** @param filters as in the address of the list */
function movedFilters(filters: string, moves: readonly Move[]): string {
  const query = new URLSearchParams(filters)
  const wanted = moves.filter(({ field, from }) => query.get(field) === from)
  if (wanted.length === 0) return filters
  for (const { field, to } of wanted) query.set(field, to)
  return query.toString()
}
