import type { Selectable } from 'kysely'
import type { ManagedChart, SizeChart } from '#domain/products/size-chart.ts'
import type { Db } from '../../db/connection.ts'
import type { Tables } from '../../db/tables.ts'

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
