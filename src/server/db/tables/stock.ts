import type { ColumnType, Generated } from 'kysely'
import type { DemandKind } from '#domain/stock/lost-demand.ts'

/** The pieces of a counted variant. A variant without a row is not counted and can always be bought. Only `stock/` writes it. */
export interface StockTable {
  variant_id: string
  product_id: string
  /** On the shelf and not paid. */
  on_hand: number
  /** Of these, held by orders that await their payment. */
  held: Generated<number>
  /** The threshold of its product. */
  low_at: Generated<number | null>
}

/** Why the pieces changed, and by how many. Rows are only added, and their sums are those of `stock`. */
export interface StockMovementTable {
  id: Generated<number>
  variant_id: string
  kind: 'received' | 'held' | 'released' | 'sold' | 'returned' | 'counted' | 'corrected'
  on_hand: Generated<number>
  held: Generated<number>
  order_id: string | null
  reason: string | null
  /** The admin who counted. */
  actor: string | null
  at: Date
  delivery_id: Generated<string | null>
  /** What each received piece cost the shop. */
  unit_cents: Generated<number | null>
  /** The return that holds or sends a piece instead, or brought this one back. */
  return_id: Generated<string | null>
}

/** What visitors asked for and could not buy, by day and size. It says nothing of who they were. */
export interface LostDemandTable {
  /** UTC, as `2026-11-26`. */
  day: ColumnType<Date, string, string>
  kind: DemandKind
  /** Null for a filter by size that found nothing, which is about no product. */
  product_id: string | null
  variant_id: string | null
  /** A code of `domain/products/size.ts`, or what a filter by size names. */
  size: string
  visitors: number
  /** What they would have paid. */
  cents: number
}

/** The low sizes and broken runs that the admins know of by the daily e-mail; those that have ended are deleted. */
export interface LowStockToldTable {
  kind: 'low' | 'broken'
  /** A variant that is low, or a product whose run is broken. */
  subject_id: string
  /** When the e-mail was queued that told of it. */
  told_at: Date
}

/** One row: the earliest time of the next e-mail about low stock. */
export interface LowStockTurnTable {
  only_row: Generated<true>
  next_at: Date
}

/** Pieces that came. Its lines are the movements that name it. */
export interface DeliveryTable {
  id: string
  note: Generated<string>
  actor: string | null
  at: Date
  undone_at: Generated<Date | null>
}

/** A count of the whole shop or of a category, which may take days. */
export interface StockTakeTable {
  id: string
  name: string
  category: string | null
  actor: string | null
  started_at: Date
  ended_at: Generated<Date | null>
}

/** A size that the stock take has to count. */
export interface StockTakeLineTable {
  take_id: string
  variant_id: string
  product_id: string
  /** What should have lain on the shelf when it began; null while it was not counted. */
  expected: number | null
  /** What should have lain there when it was counted. */
  found_before: number | null
  counted: number | null
  counted_at: Date | null
  actor: string | null
}
