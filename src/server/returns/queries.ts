import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toDollars } from '#domain/money.ts'
import { labelOf } from '#domain/products/size.ts'
import type { BoardReturn, ReturnReason, ReturnStatus, ShownReturn, ShownReturnLine } from '#domain/returns/return.ts'
import { moneyDueAt } from '#domain/withdrawals/deadline.ts'
import type { Db, Tx } from '../db/connection.ts'
import { maxCounted } from '../db/count-found.ts'
import type { Page } from '../http/paging.ts'

/** SQL: whether the buyer of a row of `"order"` has withdrawn from the contract, and nobody has settled or refused that. */
export const isWithdrawn = sql<boolean>`exists (
  select from return where return.order_id = "order".id and return.kind = 'withdrawal'
    and return.settled_at is null and return.refused_at is null and return.cancelled_at is null)`

/** The oldest withdrawal from an order that nobody has settled or refused; undefined when there is none. */
export async function findOpenWithdrawal(tx: Tx, orderId: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('return')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'withdrawal')
    .where(sql<SqlBool>`num_nonnulls(settled_at, refused_at, cancelled_at) = 0`)
    .orderBy('asked_at')
    .orderBy('id')
    .executeTakeFirst()
  return found?.id
}

interface LineRow {
  position: number
  variant_id: string | null
  name: string
  image_id: string | null
  size: string | null
  color: string | null
  quantity: number
  reason: ReturnReason | null
  arrived: number
  restocked: number
  swap_variant_id: string | null
  swap_size: string | null
  swap_state: 'held' | 'uncounted' | 'sent' | 'ended' | null
}

interface ReturnRow {
  id: string
  kind: 'return' | 'withdrawal'
  message: string
  asked_at: Date
  arrived_at: Date | null
  settled_at: Date | null
  refused_at: Date | null
  cancelled_at: Date | null
  refusal: string | null
  held_until: Date | null
  nth: number
  number: number | null
  refunded_cents: number
  is_refunding: boolean
  lines: LineRow[] | null
  parcels: { carrier: string; number: string; url: string | null }[] | null
  record_id: string | null
  order_id: string | null
  customer: string | null
  is_sent: boolean | null
  withdrawal: {
    name: string
    contract: string
    email: string
    pieces: string | null
    is_late: boolean
    objected_at: string | null
  } | null
}

const findReturns = async (db: Db, condition: RawBuilder<SqlBool>, tail = sql``) => {
  const { rows } = await sql<ReturnRow>`
    select return.id, return.kind, message, asked_at, arrived_at, settled_at, refused_at, return.cancelled_at, refusal, held_until,
      "order".id as record_id, "order".order_id, "order".number, coalesce(contact_email, email, '') as customer,
      status in ('shipped', 'completed') as is_sent, (
        select count(*)::int from return earlier
        where earlier.order_id = return.order_id and (earlier.asked_at, earlier.id) <= (return.asked_at, return.id)
      ) as nth, (
        select coalesce(sum(cents), 0)::int from refund where return_id = return.id and state = 'done'
      ) as refunded_cents,
      exists (select from refund where return_id = return.id and state = 'asked') as is_refunding, (
        select json_agg(json_build_object('position', return_line.position, 'variant_id', return_line.variant_id,
          'name', order_line.name, 'image_id', order_line.image_id, 'color', order_line.color,
          'size', case when return_line.variant_id is distinct from order_line.variant_id then sent.size else order_line.size end,
          'quantity', return_line.quantity, 'reason', reason, 'arrived', arrived, 'restocked', restocked,
          'swap_variant_id', swap_variant_id, 'swap_size', swap.size, 'swap_state', swap_state) order by return_line.place)
        from return_line
          join order_line on order_line.order_id = return.order_id and order_line.position = return_line.position
          left join variant sent on sent.id = return_line.variant_id
          left join variant swap on swap.id = swap_variant_id
        where return_line.return_id = return.id
      ) as lines, (
        select json_agg(json_build_object('carrier', carrier, 'number', shipment.number, 'url', url) order by sent_at)
        from shipment where shipment.return_id = return.id
      ) as parcels, (
        select json_build_object('name', name, 'contract', contract, 'email', withdrawal.email, 'pieces', pieces,
          'is_late', is_late, 'objected_at', objected_at)
        from withdrawal where return_id = return.id
      ) as withdrawal
    from return left join "order" on "order".id = return.order_id
    where ${condition} ${tail}`.execute(db)
  return rows
}

/** Whether the order of a query has returns. */
export const hasReturns = sql<boolean>`exists (select from return where return.order_id = "order".id)`.as('hasReturns')

/** Whether pieces of an order have come back as a return or a withdrawal. */
export const hasArrivals = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await tx
    .selectFrom('return_line')
    .innerJoin('return', 'return.id', 'return_id')
    .select('place')
    .where('order_id', '=', orderId)
    .where('arrived', '>', 0)
    .executeTakeFirst()) !== undefined

/** The returns of an order, oldest first, as its buyer sees them. */
export async function findReturnsOf(db: Db, orderId: string, origin: string): Promise<ShownReturn[]> {
  const rows = await findReturns(db, sql`return.order_id = ${orderId}`, sql`order by asked_at, return.id`)
  return rows.map(row => toReturn(row, origin))
}

export const returnViews = ['open', 'ended'] as const
export type ReturnView = (typeof returnViews)[number]

const isOpen = sql<SqlBool>`num_nonnulls(settled_at, refused_at, return.cancelled_at) = 0`
const isIn: Record<ReturnView, RawBuilder<SqlBool>> = {
  open: isOpen,
  ended: sql<SqlBool>`num_nonnulls(settled_at, refused_at, return.cancelled_at) > 0`,
}

export const openReturns = sql<number>`select count(*) from return where ${isOpen}`

interface BoardContext {
  db: Db
  origin: string
  now: Date
}

/** One page of the board: what is open oldest first, what has ended newest first; and how many there are, 10,000 at most. */
export async function findBoard({ db, origin, now }: BoardContext, view: ReturnView, { page, limit }: Page) {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (select from return where ${isIn[view]} limit ${maxCounted}) found`.execute(db)
  const direction = view === 'open' ? sql`asc` : sql`desc`
  const rows = await findReturns(
    db,
    isIn[view],
    sql`order by asked_at ${direction}, return.id ${direction} limit ${limit} offset ${(page - 1) * limit}`,
  )
  return { total: counted[0]?.total ?? 0, returns: rows.map(row => toBoardReturn(row, origin, now)) }
}

/** One return for the shop's people; undefined for an unknown id. */
export async function findBoardReturn({ db, origin, now }: BoardContext, id: string): Promise<BoardReturn | undefined> {
  const [row] = await findReturns(db, sql`return.id = ${id}`)
  return row && toBoardReturn(row, origin, now)
}

function statusOf(row: ReturnRow): ReturnStatus {
  if (row.cancelled_at) return 'cancelled'
  if (row.refused_at) return 'refused'
  if (row.settled_at) return 'settled'
  if (row.is_refunding) return 'refunding'
  return row.arrived_at ? 'arrived' : 'asked'
}

function toReturn(row: ReturnRow, origin: string): ShownReturn {
  const at = (name: string, date: Date | null) => (date ? { [name]: date.toISOString() } : {})
  return {
    _id: row.id,
    reference: row.number === null ? '' : `${row.number}-${row.nth}`,
    kind: row.kind,
    status: statusOf(row),
    message: row.message,
    askedAt: row.asked_at.toISOString(),
    ...at('arrivedAt', row.arrived_at),
    ...at('settledAt', row.settled_at),
    ...at('refusedAt', row.refused_at),
    ...at('cancelledAt', row.cancelled_at),
    ...at('heldUntil', row.held_until),
    ...(row.refusal !== null && { refusal: row.refusal }),
    refunded: toDollars(row.refunded_cents),
    lines: (row.lines ?? []).map(line => toLine(line, origin)),
    parcels: (row.parcels ?? []).map(({ url, ...parcel }) => ({ ...parcel, ...(url && { url }) })),
  }
}

const toLine = (row: LineRow, origin: string): ShownReturnLine => ({
  ...{ position: row.position, name: row.name, quantity: row.quantity, reason: row.reason },
  ...{ arrived: row.arrived, restocked: row.restocked },
  image: `${origin}/images/${row.image_id ?? 'placeholder'}/320.webp`,
  ...(row.variant_id && { variantId: row.variant_id }),
  ...(row.size && { size: labelOf(row.size) }),
  ...(row.color && { color: row.color }),
  ...(row.swap_variant_id &&
    row.swap_size &&
    row.swap_state && {
      swap: {
        variantId: row.swap_variant_id,
        size: labelOf(row.swap_size),
        state: row.swap_state === 'held' || row.swap_state === 'uncounted' ? 'open' : row.swap_state,
      },
    }),
})

function toBoardReturn(row: ReturnRow, origin: string, now: Date): BoardReturn {
  const { record_id, order_id, number, withdrawal: stated } = row
  const due = moneyDueAt(row.asked_at)
  const isOpen = !row.settled_at && !row.refused_at && !row.cancelled_at
  return {
    ...toReturn(row, origin),
    order:
      record_id && order_id && number !== null
        ? { _id: record_id, orderId: order_id, number, customer: row.customer ?? '', isSent: row.is_sent ?? false }
        : null,
    ...(stated && {
      withdrawal: {
        ...{ name: stated.name, contract: stated.contract, email: stated.email, pieces: stated.pieces },
        isLate: stated.is_late,
        moneyDueAt: due.toISOString(),
        ...(stated.objected_at && { objectedAt: new Date(stated.objected_at).toISOString() }),
      },
    }),
    isOverdue: row.kind === 'withdrawal' && isOpen && due < now,
  }
}

/** Removes what buyers wrote about their returns of these orders, and the shop's answers, and deletes the e-mails about them. */
export async function eraseReturns(tx: Tx, orders: RawBuilder<unknown>): Promise<void> {
  const ids = sql`select id from return where order_id = ${orders}`
  await sql`delete from mail where return_id in (${ids})`.execute(tx)
  await sql`
    update return set message = '', refusal = case when refusal is not null then '' end
    where id in (${ids}) and (message <> '' or refusal <> '')`.execute(tx)
}
