import { sql } from 'kysely'
import type { Tx } from '../../db/connection.ts'
import { isToPack, paidPieces } from '../queries.ts'

/** SQL: a paid line that is not shipped yet, and took nothing because its size was not counted. */
const takesLater = sql<boolean>`(not takes_stock and ${isToPack})`

/** Of an order what it has of a size. */
interface OrderedPieces {
  variant_id: string
  order_id: string
  quantity: number
}

/** A size on sale whose number may be changed by the transaction that has locked it. */
export interface Countable {
  variantId: string
  productId: string
  name: string
  size: string
  /** Undefined while it is not counted. */
  stock: { onHand: number; held: number } | undefined
  /** While it is not counted: the lines that await their payment, which will hold pieces of it. */
  waiting: OrderedPieces[]
  /** While it is not counted: the paid lines that are not shipped yet, which took nothing. */
  sold: OrderedPieces[]
  /** Pieces that are paid and lie on the shelf until they are shipped. */
  toPack: number
  /** Pieces that are paid and missing. */
  owed: number
}

/** The pieces of which open checkouts are sure. */
export const heldOf = ({ stock, waiting }: Countable): number =>
  stock?.held ?? waiting.reduce((sum, { quantity }) => sum + quantity, 0)

/** What should lie on the shelf; null while it is not counted. */
export const shelfOf = ({ stock, toPack }: Countable): number | null => (stock ? stock.onHand + toPack : null)

/**
 * Locks the stock of these sizes, then their products, then those of the sizes that are not counted yet, each in the order of their
 * ids. A first count waits for the orders that are being placed, and they wait for it.
 * @returns the sizes that can be counted now, and those that have to be tried again, because an order of theirs is being settled or
 * somebody else has just begun to count them. A size that is no longer on sale is in neither.
 */
export async function lockCountable(tx: Tx, ids: string[]): Promise<{ ready: Map<string, Countable>; busy: string[] }> {
  const { rows: stocks } = await sql<{ id: string; onHand: number; held: number }>`
    select variant_id as id, on_hand as "onHand", held from stock
    where variant_id = any(${ids}::uuid[]) order by variant_id for update`.execute(tx)
  const stockOf = new Map(stocks.map(({ id, onHand, held }) => [id, { onHand, held }]))
  await sql`
    select from product where id in (select product_id from variant where id = any(${ids}::uuid[]))
    order by id for no key update`.execute(tx)
  const first = ids.filter(id => !stockOf.has(id))
  const ordered = first.length > 0 ? await lockFirst(tx, first) : { waiting: [], sold: [], taken: new Set<string>() }
  const of = (lines: OrderedPieces[], id: string) => lines.filter(({ variant_id }) => variant_id === id)
  const { rows } = await sql<Omit<Countable, 'stock' | 'waiting' | 'sold'>>`
    select variant.id as "variantId", product_id as "productId", name, size, to_pack as "toPack", owed
    from variant join product on product.id = product_id
      cross join lateral (${paidPieces(sql`variant.id`, sql`variant.product_id`)}) paid
    where variant.id = any(${ids}::uuid[]) and variant.deleted_at is null`.execute(tx)
  return {
    busy: [...ordered.taken],
    ready: new Map(
      rows
        .filter(({ variantId }) => !ordered.taken.has(variantId))
        .map(row => [
          row.variantId,
          {
            ...row,
            stock: stockOf.get(row.variantId),
            waiting: of(ordered.waiting, row.variantId),
            sold: of(ordered.sold, row.variantId),
          },
        ]),
    ),
  }
}

/**
 * Locks sizes that are not counted, and the orders of theirs that await payment or are not shipped yet. It waits for none of these
 * orders, because who settles one may wait for this transaction.
 */
async function lockFirst(tx: Tx, ids: string[]) {
  await sql`select from variant where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  const { rows: counted } = await sql<{ id: string }>`
    select variant_id as id from stock where variant_id = any(${ids}::uuid[])`.execute(tx)
  const { rows: found } = await sql<OrderedPieces & { isSold: boolean }>`
    select variant_id, order_line.order_id, sum(quantity - owed)::int as quantity, payment_state <> 'awaiting' as "isSold"
    from order_line join "order" on "order".id = order_line.order_id
    where variant_id = any(${ids}::uuid[]) and (payment_state = 'awaiting' or ${takesLater})
    group by variant_id, order_line.order_id, payment_state`.execute(tx)
  const orders = found.map(({ order_id }) => order_id)
  const { rows: locked } = await sql<{ id: string; isSold: boolean }>`
    select id, payment_state <> 'awaiting' as "isSold" from "order"
    where id = any(${orders}::uuid[]) and (payment_state = 'awaiting' or ${isToPack})
    order by id for update skip locked`.execute(tx)
  const ours = new Map(locked.map(({ id, isSold }) => [id, isSold]))
  const taken = new Set(counted.map(({ id }) => id))
  for (const { variant_id, order_id, isSold } of found) if (ours.get(order_id) !== isSold) taken.add(variant_id)
  return { waiting: found.filter(({ isSold }) => !isSold), sold: found.filter(({ isSold }) => isSold), taken }
}
