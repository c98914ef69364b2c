import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import type { Move } from '../products/choice-queries.ts'
import { lockSection, writeSection } from './section-queries.ts'

/** A saved list whose filters a change of the catalogue has moved. */
interface MovedList {
  name: string
  before: string
  after: string
}

/** What the change of the catalogue replaced, with the lists that it moved. */
export interface WithMovedLists {
  movedLists?: MovedList[]
}

/**
 * The dashboard's saved lists of a category or color go with it when it gets another address or name, or its goods go elsewhere.
 * @param auditId the audit entry that can be undone
 */
export async function moveLists(tx: Tx, auditId: string, moves: readonly Move[], at: Date): Promise<void> {
  const moved = await changeLists(tx, at, ({ filters }) => movedFilters(filters, moves))
  if (moved.length === 0) return
  await sql`
    update shop_setting_change set before = before || jsonb_build_object('movedLists', ${JSON.stringify(moved)}::jsonb)
    where audit_id = ${auditId}`.execute(tx)
}

/** Moves lists back that still are where the change put them. Those that it did not move go with their category or color. */
export async function moveListsBack(
  tx: Tx,
  { movedLists = [] }: WithMovedLists,
  back: readonly Move[],
  at: Date,
): Promise<void> {
  await changeLists(tx, at, ({ name, filters }) => {
    const moved = movedLists.find(each => each.name === name && each.after === filters)
    return moved?.before ?? movedFilters(filters, back)
  })
}

type List = { name: string; filters: string }

async function changeLists(tx: Tx, at: Date, filtersOf: (list: List) => string): Promise<MovedList[]> {
  const { value, version } = await lockSection(tx, 'lists')
  const ofProducts = value.ofProducts.map(list => ({ ...list, filters: filtersOf(list) }))
  if (isDeepStrictEqual(ofProducts, value.ofProducts)) return []
  await writeSection(tx, { name: 'lists', value: { ofProducts }, version: version + 1, at })
  return value.ofProducts.flatMap(({ name, filters: before }, index) => {
    const after = ofProducts[index]?.filters ?? before
    return after === before ? [] : [{ name, before, after }]
  })
}

/** @param filters as in the address of the list */
function movedFilters(filters: string, moves: readonly Move[]): string {
  const query = new URLSearchParams(filters)
  const wanted = moves.filter(({ field, from }) => query.get(field) === from)
  if (wanted.length === 0) return filters
  for (const { field, to } of wanted) query.set(field, to)
  return query.toString()
}
