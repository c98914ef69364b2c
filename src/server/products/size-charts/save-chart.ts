import { sql } from 'kysely'
import { validate } from 'uuid'
import type { Fields } from '#domain/audit.ts'
import { type ChartFields, readSizeChart } from '#domain/products/fields/size-chart-fields.ts'
import { labelOf } from '#domain/products/size.ts'
import type { ManagedChart } from '#domain/products/size-chart.ts'
import { recordAuditEntry } from '../../audit/record.ts'
import type { Tx } from '../../db/connection.ts'
import { badRequest, conflict, notFound } from '../../lib/errors.ts'
import type { Admin, CatalogueContext } from '../context.ts'
import { refuseTakenName, toSizeChart } from './queries.ts'

/** @throws ShopError 400 with a sentence about the first place that is not valid, 409 when another chart has the name */
export async function createChart(context: CatalogueContext, admin: Admin, sent: unknown): Promise<ManagedChart> {
  const fields = readFields(sent)
  const id = context.ids.uuid()
  const at = context.clock.now()
  await context.db.transaction().execute(async tx => {
    await refuseTakenName(tx, { id, name: fields.name })
    await tx
      .insertInto('size_chart')
      .values({ id, ...columnsOf(fields), updated_at: at })
      .execute()
    const after = inWords(fields)
    await recordAuditEntry(
      tx,
      { actor: admin.id, action: 'create', record: 'size chart', recordId: id, after },
      context,
    )
  })
  return { _id: id, ...fields, updatedAt: at.toISOString() }
}

/**
 * Replaces a size chart; the pages of its products show it with the next request.
 * @param version the chart's `updatedAt` that the admin loaded; undefined to write unconditionally
 * @throws ShopError 400 and 409 as `createChart`, 404 for an unknown or deleted chart, 409 when it has changed since
 */
export async function updateChart(
  context: CatalogueContext,
  admin: Admin,
  id: string,
  sent: unknown,
  version: string | undefined,
): Promise<ManagedChart> {
  const fields = readFields(sent)
  const at = context.clock.now()
  return await context.db.transaction().execute(async tx => {
    const earlier = await lockChart(tx, id)
    if (version !== undefined && version !== earlier.updated_at.toISOString())
      throw conflict('Somebody has changed this size chart since you opened it. Cancel, and open it again.')
    const [before, after] = [inWords(toSizeChart(earlier)), inWords(fields)]
    const changed = Object.keys(after).filter(name => after[name] !== before[name])
    if (changed.length === 0) return { _id: id, ...fields, updatedAt: earlier.updated_at.toISOString() }
    await refuseTakenName(tx, { id, name: fields.name })
    const updatedAt = new Date(Math.max(+at, +earlier.updated_at + 1)) // two changes within a millisecond are two versions
    await tx
      .updateTable('size_chart')
      .set({ ...columnsOf(fields), updated_at: updatedAt })
      .where('id', '=', id)
      .execute()
    const only = (words: Fields) => Object.fromEntries(changed.map(name => [name, words[name] ?? null]))
    await recordAuditEntry(
      tx,
      {
        actor: admin.id,
        action: 'update',
        record: 'size chart',
        recordId: id,
        before: only(before),
        after: only(after),
      },
      context,
    )
    return { _id: id, ...fields, updatedAt: updatedAt.toISOString() }
  })
}

/**
 * Deletes a size chart that no product uses.
 * @returns the id of the audit entry that can be undone
 * @throws ShopError 404 for an unknown or deleted chart, 409 naming a product that uses it
 */
export async function deleteChart(context: CatalogueContext, admin: Admin, id: string): Promise<string> {
  return await context.db.transaction().execute(async tx => {
    const chart = await lockChart(tx, id)
    const users = await tx
      .selectFrom('product')
      .select('name')
      .select(sql<number>`(count(*) over ())::int`.as('inAll'))
      .where('chart_id', '=', id)
      .where(({ or, eb }) => or([eb('deleted_at', 'is', null), eb('is_draft', '=', true)]))
      .orderBy('name')
      .limit(1)
      .executeTakeFirst()
    if (users) {
      const use = users.inAll > 1 ? `and ${users.inAll - 1} more use` : 'uses'
      throw conflict(`${users.name} ${use} this size chart: choose another one there first.`)
    }
    await tx.updateTable('size_chart').set({ deleted_at: context.clock.now() }).where('id', '=', id).execute()
    const before = inWords(toSizeChart(chart))
    return await recordAuditEntry(
      tx,
      { actor: admin.id, action: 'delete', record: 'size chart', recordId: id, before },
      context,
    )
  })
}

function readFields(sent: unknown): ChartFields {
  const read = readSizeChart(sent)
  if (read.error !== undefined) throw badRequest(read.error)
  return read.chart
}

async function lockChart(tx: Tx, id: string) {
  const asked = tx.selectFrom('size_chart').selectAll().where('deleted_at', 'is', null)
  const chart = validate(id) ? await asked.where('id', '=', id).forUpdate().executeTakeFirst() : undefined
  if (!chart) throw notFound('Size chart')
  return chart
}

const columnsOf = ({ name, isGarment, measures, rows }: ChartFields) => ({
  name,
  is_garment: isGarment,
  chart: JSON.stringify({ measures, rows }),
})

const inWords = (fields: ChartFields): Fields => ({
  name: fields.name,
  isGarment: fields.isGarment,
  sizes: measuresInWords(fields),
})

/** "M: Bust 86–90 cm, Waist 66–70 cm; L: …" */
const measuresInWords = ({ measures, rows }: ChartFields) =>
  rows
    .map(({ size, mm }) => {
      const ranges = mm.map(([from, to], index) => {
        const cm = from === to ? `${from / 10}` : `${from / 10}–${to / 10}`
        return `${measures[index]} ${cm} cm`
      })
      return `${labelOf(size)}: ${ranges.join(', ')}`
    })
    .join('; ')
