import { sql } from 'kysely'
import { findBreaks, type Rule } from './rule.ts'

interface PieceRow {
  order_id: string
  name: string
  came: number
  sent: number
}

const linkTo = ({ order_id }: { order_id: string }) => `/orders/${order_id}`

const arrivals: Rule = {
  rule: 'returns',
  sentence: 'No more of an order came back than was sent, swaps included.',
  find: tx => {
    const came = sql`
      select order_id, position, sum(arrived)::int as came,
        coalesce(sum(return_line.quantity) filter (where swap_state = 'sent'), 0)::int as swapped
      from return_line join return on return.id = return_id where num_nonnulls(refused_at, cancelled_at) = 0
      group by order_id, position`
    return findBreaks(
      tx,
      sql`(${came})`,
      sql<PieceRow>`
        select "order".order_id, name, came, quantity + swapped as sent
        from (${came}) back join "order" on "order".id = back.order_id
          join order_line on order_line.order_id = back.order_id and order_line.position = back.position
        where came > quantity + swapped`,
      row => ({
        sentence: `${row.came} of ${row.name} came back of order ${row.order_id}, ${row.sent} were sent.`,
        link: linkTo(row),
      }),
    )
  },
}

const shelved: Rule = {
  rule: 'returns-restocked',
  sentence: 'What returns put on the shelf is what they say they did.',
  find: tx => {
    const moved = sql`
      select return_id, variant_id, sum(on_hand)::int as moved from stock_movement
      where kind = 'returned' and return_id is not null group by return_id, variant_id`
    return findBreaks(
      tx,
      sql`(${moved})`,
      sql<{ order_id: string; name: string; moved: number; said: number }>`
        select "order".order_id, product.name, moved, coalesce(said, 0)::int as said
        from (${moved}) shelf
          join return on return.id = shelf.return_id join "order" on "order".id = return.order_id
          join variant on variant.id = shelf.variant_id join product on product.id = variant.product_id
          cross join lateral (
            select sum(restocked) as said from return_line
            where return_line.return_id = shelf.return_id and return_line.variant_id = shelf.variant_id
          ) line
        where moved > coalesce(said, 0)`,
      row => ({
        sentence: `Returns of order ${row.order_id} put ${row.moved} of ${row.name} on the shelf, they say ${row.said}.`,
        link: linkTo(row),
      }),
    )
  },
}

const swaps: Rule = {
  rule: 'returns-swaps',
  sentence: 'A swap that was sent took its pieces off the shelf once, and one that has ended took none.',
  find: tx => {
    const counted = sql`
      select return_id, variant_id, -sum(on_hand)::int as taken, sum(held)::int as held from stock_movement
      where return_id is not null and kind in ('held', 'released', 'sold') group by return_id, variant_id`
    return findBreaks(
      tx,
      sql`(${counted})`,
      sql<{ order_id: string; name: string; taken: number; held: number }>`
        select "order".order_id, product.name, taken, held
        from (${counted}) moved
          join return on return.id = moved.return_id join "order" on "order".id = return.order_id
          join variant on variant.id = moved.variant_id join product on product.id = variant.product_id
          cross join lateral (
            select coalesce(sum(quantity) filter (where swap_state = 'sent'), 0) as sent,
              coalesce(sum(quantity) filter (where swap_state = 'held'), 0) as open
            from return_line where return_line.return_id = moved.return_id and swap_variant_id = moved.variant_id
          ) line
        where taken <> sent or held <> open`,
      row => ({
        sentence: `A swap of order ${row.order_id} took ${row.taken} of ${row.name} and holds ${row.held}.`,
        link: linkTo(row),
      }),
    )
  },
}

export const returnRules: Rule[] = [arrivals, shelved, swaps]
