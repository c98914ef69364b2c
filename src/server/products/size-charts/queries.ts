import { type Selectable, sql } from 'kysely'
import type { ManagedChart, SizeChart } from '#domain/products/size-chart.ts'
import type { Db, Tx } from '../../db/connection.ts'
import type { Tables } from '../../db/tables.ts'
import { conflict } from '../../lib/errors.ts'

type ChartRow = Pick<Selectable<Tables['size_chart']>, 'id' | 'name' | 'is_garment' | 'chart'>

export const toSizeChart = ({ id, name, is_garment, chart }: ChartRow): SizeChart => ({
  _id: id,
  name,
  isGarment: is_garment,
  ...chart,
})

/** All size charts, by name. */
export async function listCharts(db: Db): Promise<ManagedChart[]> {
  const rows = await db
    .selectFrom('size_chart')
    .select(['id', 'name', 'is_garment', 'chart', 'updated_at'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(row => ({ ...toSizeChart(row), updatedAt: row.updated_at.toISOString() }))
}

/**
 * Charts are told apart by their name. Changes of names wait for each other, so that two at once see each other.
 * @throws ShopError 409 when another chart has the name
 */
export async function refuseTakenName(tx: Tx, { id, name }: { id: string; name: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('names of size charts'))`.execute(tx)
  const taken = await tx
    .selectFrom('size_chart')
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where('id', '!=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (taken) throw conflict(`There is a size chart ${name} already.`)
}
