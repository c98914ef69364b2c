import { isDeepStrictEqual } from 'node:util'
import { type SqlBool, sql } from 'kysely'
import { validate } from 'uuid'
import { isOrderId } from '#domain/ids.ts'
import { shipSentences } from '#domain/orders/packing.ts'
import {
  goodLines,
  maxParcelRows,
  type ParcelList,
  type ParcelOutcome,
  type ParcelRow,
  parcelColumns,
} from '#domain/shipments/bulk.ts'
import { isSameParcel, type ParcelTexts, readParcel } from '#domain/shipments/shipment.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { readCsv } from '../csv/read.ts'
import type { Tx } from '../db/connection.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import { type Admin, lockArrivedOrder } from '../orders/manage/manage-orders.ts'
import { obstacleTo, outcomeFor } from '../orders/packing/ship-outcome.ts'
import { addParcel, findSameParcel, type LockedOrder } from './send-parcel.ts'

interface ListedParcel {
  line: number
  order: string
  carrier: string
  number: string
  url: string
  error: string | undefined
}

/**
 * Says what a list of parcels does, row by row, and does it once it is confirmed: all good rows or none, in one transaction. A parcel
 * that is there already, with the same order, carrier and number, is not sent again.
 * @param confirmed the lines of the good rows of the preview; undefined for a preview
 * @throws ShopError 400 for a text that is no such list, 409 when other rows are good than those of the preview
 */
export async function sendList(
  context: CheckoutContext,
  admin: Admin,
  csv: string,
  confirmed: number[] | undefined,
): Promise<ParcelList> {
  const listed = await readList(csv)
  return await context.db.transaction().execute(async tx => {
    const isDone = confirmed !== undefined
    const rows = await decideAll(tx, context, admin, listed, isDone)
    const good = goodLines(rows)
    if (isDone && !isDeepStrictEqual(confirmed, good))
      throw conflict(
        'The orders have changed since the preview, and nothing was sent. Please look at the preview again.',
      )
    const sent = rows.filter(({ outcome }) => outcome === 'ships' || outcome === 'further').length
    return { rows, good: good.length, sent, isDone }
  })
}

async function readList(csv: string): Promise<ListedParcel[]> {
  const rows: ListedParcel[] = []
  async function* bytes() {
    yield Buffer.from(csv)
  }
  for await (const { line, cells, error } of readCsv(bytes(), parcelColumns, ['url'])) {
    if (rows.length >= maxParcelRows) throw badRequest(`A list can have at most ${maxParcelRows} rows.`)
    const { order, carrier, number, url = '' } = cells
    rows.push({ line, order: order.trim(), carrier: carrier.trim(), number: number.trim(), url, error })
  }
  if (rows.length === 0) throw badRequest('The list has no rows.')
  return rows
}

/** Locks all orders in the order of their ids first, so that two lists never wait for each other. */
async function decideAll(tx: Tx, context: CheckoutContext, admin: Admin, listed: ListedParcel[], isDone: boolean) {
  const ids = await findOrders(tx, listed)
  const orders = new Map<string, LockedOrder & { id: string }>()
  for (const id of [...new Set(ids.values())].toSorted()) {
    const order = await lockArrivedOrder(tx, id)
    if (order) orders.set(id, { ...order, id })
  }
  /** What earlier rows of the list send. */
  const sent: (ParcelTexts & { orderId: string })[] = []
  const rows: ParcelRow[] = []
  for (const [index, row] of listed.entries()) {
    const order = orders.get(ids.get(row.order) ?? '')
    const decided = await decide(tx, row, order, sent)
    if (decided.texts && order) {
      sent.push({ ...decided.texts, orderId: order.id })
      if (isDone) {
        await addParcel(tx, context, admin, order, { ...decided.texts, id: context.ids.uuid() })
        order.status = order.status === 'completed' ? 'completed' : 'shipped'
      }
    }
    const { carrier = '', number = '' } = listed[index] ?? {}
    rows.push({ line: row.line, order: row.order, carrier, number, ...sentenceOf(decided) })
  }
  return rows
}

interface Decided {
  outcome: ParcelOutcome
  /** Why it is refused. */
  reason?: string
  /** Of a parcel that is sent. */
  texts?: ParcelTexts
}

const sentences: Record<Exclude<ParcelOutcome, 'refused'>, string> = {
  ships: 'The parcel is sent, and the order becomes shipped.',
  further: 'A further parcel of the order is sent.',
  already: 'This parcel was sent before.',
  empty: 'Left empty: nothing is sent.',
}

const sentenceOf = ({ outcome, reason = '' }: Decided) => ({
  outcome,
  sentence: outcome === 'refused' ? reason : sentences[outcome],
})

const refused = (reason: string): Decided => ({ outcome: 'refused', reason })

async function decide(
  tx: Tx,
  row: ListedParcel,
  order: (LockedOrder & { id: string }) | undefined,
  sent: readonly (ParcelTexts & { orderId: string })[],
): Promise<Decided> {
  if (row.error) return refused(row.error)
  if (row.order === '') return refused('The number of the order is missing.')
  if (row.carrier === '' && row.number === '') return { outcome: 'empty' }
  if (row.number === '') return refused('The tracking number is missing.')
  const texts = readParcel(row)
  if (typeof texts === 'string') return refused(texts)
  if (!order) return refused('There is no paid order with this number or id.')
  const earlier = sent.filter(({ orderId }) => orderId === order.id)
  if (earlier.some(parcel => isSameParcel(parcel, texts)) || (await findSameParcel(tx, order.id, texts)))
    return { outcome: 'already' }
  const outcome = await outcomeFor(tx, order.id, order)
  if (outcome === 'shipped') return { outcome: earlier.length > 0 ? 'further' : 'ships', texts }
  const obstacle = outcome === 'already' ? await obstacleTo(tx, order.id, order) : outcome
  return obstacle ? refused(shipSentences[obstacle]) : { outcome: 'further', texts }
}

/** The ids of the orders that the rows name, by what they name them. */
async function findOrders(tx: Tx, rows: readonly ListedParcel[]): Promise<Map<string, string>> {
  const names = [...new Set(rows.map(({ order }) => order))]
  const numberOf = (name: string) => Number(/^#?(\d{1,9})$/.exec(name)?.[1] ?? 0)
  const idOf = (name: string) => (isOrderId(name) ? name.toLowerCase() : undefined)
  const found = await tx
    .selectFrom('order')
    .select(['id', 'order_id', 'number'])
    .where(
      sql<SqlBool>`(
        number = any(${names.map(numberOf).filter(Boolean)}::integer[])
        or id = any(${names.filter(name => validate(name))}::uuid[])
        or order_id = any(${names.flatMap(name => idOf(name) ?? [])}::text[])
      )`,
    )
    .execute()
  return new Map(
    names.flatMap(name => {
      const order = found.find(
        ({ id, order_id, number }) => number === numberOf(name) || id === idOf(name) || order_id === idOf(name),
      )
      return order ? [[name, order.id] as const] : []
    }),
  )
}
