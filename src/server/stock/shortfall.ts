import { sql } from 'kysely'
import type { CheckoutLine } from '#domain/orders/checkout.ts'
import { nameWithVariation } from '#domain/products/size.ts'
import type { Db } from '../db/connection.ts'

/** A line of a cart of which there are too few pieces. */
export interface ShortLine {
  name: string
  color: string | null
  /** The code of the size, null for one size. */
  size: string | null
  variantId: string | null
  /** The place among the merged lines, from 1. */
  position: number
  onHand: number | null
  held: number | null
}

/**
 * Says of every line what is left, and whether others only hold it: "Line 2: only 1 left of Aurelia, M."
 * @param lines the lines as they were sent
 */
export async function shortfallOf(db: Db, short: ShortLine[], lines: CheckoutLine[]): Promise<string> {
  const ends = await endsOfHolds(
    db,
    short.flatMap(({ variantId, onHand, held }) => (variantId && onHand && onHand === held ? variantId : [])),
  )
  return short
    .map(line => `Line ${lines[line.position - 1]?.line}: ${describeShort(line, ends.get(line.variantId ?? ''))}`)
    .join(' ')
}

/** @param end when the first payment page that holds a piece closes; undefined when size swaps hold them */
export function describeShort(
  { name, color, size, onHand, held }: Omit<ShortLine, 'variantId' | 'position'>,
  end: Date | undefined,
): string {
  const piece = nameWithVariation({ name, color, size })
  const left = (onHand ?? 0) - (held ?? 0)
  if (left > 0) return `only ${left} left of ${piece}.`
  if (!onHand) return `${piece} is sold out.`
  if (!end) return `All pieces of ${piece} are set aside for others; one may come free.`
  return `All pieces of ${piece} are being paid for by others; one may come free by ${clockTime(end)} UTC.`
}

/** "14:32" */
const clockTime = (at: Date) => at.toISOString().slice(11, 16)

/** Of a variant that many buy only these are read, so that everybody who comes too late costs the same. */
const newestHolds = 100

/** When the first payment page that holds a piece closes, for each variant. */
export async function endsOfHolds(db: Db, variants: string[]): Promise<Map<string, Date>> {
  if (variants.length === 0) return new Map()
  const { rows } = await sql<{ id: string; end: Date }>`
    select wanted.id, (
      select min(expires_at) from (
        select order_id from stock_movement
        where variant_id = wanted.id and kind = 'held' order by id desc limit ${newestHolds}
      ) hold join "order" on "order".id = hold.order_id
      where payment_state = 'awaiting'
    ) as end
    from unnest(${variants}::uuid[]) as wanted (id)`.execute(db)
  return new Map(rows.map(({ id, end }) => [id, end]))
}
