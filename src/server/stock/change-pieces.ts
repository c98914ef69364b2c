import { sql } from 'kysely'
import { labelOf } from '#domain/products/size.ts'
import { maxCount } from '#domain/products/stock.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import type { Countable } from './counts/lock-countable.ts'
import { fillOwed } from './fill-owed.ts'
import { showStock } from './queries.ts'

/** A change of the pieces of a size that was locked as `lockCountable` does. */
export interface PiecesChange {
  of: Countable
  /** How many pieces more there are, or fewer; for a first count how many there are. */
  by: number
  unitCents?: number | null
}

interface Why {
  kind: 'counted' | 'received' | 'corrected'
  reason?: string
  deliveryId?: string
  /** The admin; undefined for the command line. */
  actor: string | undefined
  at: Date
}

/**
 * Changes pieces, and notes why. A size that was not counted is counted from now on: the orders that await their payment hold their
 * pieces, and those that are paid have taken theirs when it was counted. Pieces that have come go to paid lines that are owed some
 * first. The caller has made sure that none is below what is held.
 * @throws ShopError 409 when a size would have more pieces than can be counted
 */
export async function changePieces(tx: Tx, changes: PiecesChange[], why: Why): Promise<void> {
  const full = changes.find(({ of, by }) => (of.stock?.onHand ?? 0) + of.toPack + by > maxCount)
  if (full)
    throw conflict(
      `${full.of.name}, ${labelOf(full.of.size)} would have more than ${maxCount.toLocaleString('en')} pieces.`,
    )
  const { kind, reason = null, deliveryId = null, actor = null, at } = why
  const soldIn = ({ sold }: Countable) => (kind === 'counted' ? sold : [])
  const rows = JSON.stringify(
    changes.map(({ of, by, unitCents = null }) => ({
      ...{ variant_id: of.variantId, product_id: of.productId, by, unit_cents: unitCents, is_first: !of.stock },
      held: sumOf(of.waiting),
      sold: sumOf(soldIn(of)),
    })),
  )
  await sql`
    with change as (
      select * from jsonb_to_recordset(${rows}::jsonb) as change (
        variant_id uuid, product_id uuid, by integer, unit_cents integer, is_first boolean, held integer, sold integer)
    ), changed as (
      update stock set on_hand = on_hand + by from change where stock.variant_id = change.variant_id and not is_first
    ), begun as (
      insert into stock (variant_id, product_id, on_hand, held, low_at)
      select variant_id, product_id, by, held, low_at from change join product on product.id = product_id where is_first
    )
    insert into stock_movement (variant_id, kind, on_hand, actor, at, reason, delivery_id, unit_cents)
    select variant_id, ${kind}, by + sold, ${actor}::uuid, ${at}, ${reason}, ${deliveryId}::uuid, unit_cents from change
    order by variant_id`.execute(tx)
  const waiting = changes.flatMap(({ of }) => of.waiting)
  if (waiting.length > 0) await takeFor(tx, waiting, 'held', at)
  const sold = changes.flatMap(({ of }) => soldIn(of))
  if (sold.length > 0) await takeFor(tx, sold, 'sold', at)
  for (const { of } of changes) if (of.owed > 0) await fillOwed(tx, of.variantId, at)
  await showStock(tx, [...new Set(changes.map(({ of }) => of.productId))])
}

const sumOf = (lines: { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Notes what lines had before their size was counted: its numbers are right already. */
async function takeFor(tx: Tx, lines: Countable['waiting'], kind: 'held' | 'sold', at: Date): Promise<void> {
  const rows = JSON.stringify(lines)
  const line = sql`jsonb_to_recordset(${rows}::jsonb) as line (variant_id uuid, order_id uuid, quantity integer)`
  const [onHand, held] = kind === 'held' ? [sql`0`, sql`quantity`] : [sql`-quantity`, sql`0`]
  await sql`
    with taking as (
      update order_line set takes_stock = true from ${line}
      where order_line.variant_id = line.variant_id and order_line.order_id = line.order_id
    )
    insert into stock_movement (variant_id, kind, on_hand, held, order_id, at)
    select variant_id, ${kind}, ${onHand}, ${held}, order_id, ${at} from ${line} where quantity > 0`.execute(tx)
}
