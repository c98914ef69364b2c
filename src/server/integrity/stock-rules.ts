import { sql } from 'kysely'
import { labelOf } from '#domain/products/size.ts'
import { findBreaks, type Rule } from './rule.ts'

interface StockRow {
  product_id: string
  name: string
  size: string
}

const nameOf = ({ name, size }: StockRow) => (size === 'one' ? name : `${name}, ${labelOf(size)}`)
const linkTo = ({ product_id }: StockRow) => `/dashboard/update-product/${product_id}`

const named = sql`join variant on variant.id = stock.variant_id join product on product.id = variant.product_id`

const ledger: Rule = {
  rule: 'stock-ledger',
  sentence: 'Every counted size has the pieces that its ledger adds up to.',
  find: tx =>
    findBreaks(
      tx,
      sql`stock`,
      sql<StockRow & { on_hand: number; held: number; noted: number; noted_held: number }>`
        select product.id as product_id, name, size, stock.on_hand, stock.held,
          coalesce(noted.on_hand, 0)::int as noted, coalesce(noted.held, 0)::int as noted_held
        from stock ${named}
        left join (
          select variant_id, sum(on_hand) as on_hand, sum(held) as held from stock_movement group by variant_id
        ) noted on noted.variant_id = stock.variant_id
        where (stock.on_hand, stock.held) <> (coalesce(noted.on_hand, 0), coalesce(noted.held, 0))`,
      row => ({
        sentence: `${nameOf(row)}: there are ${row.on_hand} with ${row.held} held, the ledger says ${row.noted} with ${row.noted_held}.`,
        link: linkTo(row),
      }),
    ),
}

const holds: Rule = {
  rule: 'stock-holds',
  sentence: 'Pieces are held for the orders that await their payment and for open swaps, and for nothing else.',
  find: tx =>
    findBreaks(
      tx,
      sql`stock`,
      sql<StockRow & { held: number; awaited: number }>`
        select product.id as product_id, name, size, stock.held, coalesce(awaited, 0)::int as awaited
        from stock ${named}
        left join (
          select variant_id, sum(pieces) as awaited from (
            select variant_id, quantity - owed as pieces
            from "order" join order_line on order_line.order_id = "order".id
            where payment_state = 'awaiting' and takes_stock
            union all select swap_variant_id, quantity from return_line where swap_state = 'held'
          ) open group by variant_id
        ) waiting on waiting.variant_id = stock.variant_id
        where stock.held <> coalesce(awaited, 0)`,
      row => ({
        sentence: `${nameOf(row)}: ${row.held} are held, open orders and swaps have ${row.awaited}.`,
        link: linkTo(row),
      }),
    ),
}

const sales: Rule = {
  rule: 'stock-sales',
  sentence: 'What an order has taken from the shelf is what was paid, once.',
  find: tx => {
    const counted = sql`select order_id, variant_id, sum(quantity - owed)::int as pieces
      from order_line where takes_stock group by order_id, variant_id`
    return findBreaks(
      tx,
      sql`(${counted})`,
      sql<{ order_id: string; name: string; taken: number; right: number }>`
        select o.order_id, product.name, coalesce(taken, 0)::int as taken, right_number as right
        from (${counted}) line
        join "order" o on o.id = line.order_id
        join variant on variant.id = line.variant_id join product on product.id = variant.product_id
        cross join lateral (
          select case when payment_state in ('paid', 'review', 'refunded') then pieces else 0 end as right_number
        ) due
        left join (
          select order_id, variant_id, -sum(on_hand) as taken from stock_movement where kind = 'sold' group by 1, 2
        ) sold on sold.order_id = line.order_id and sold.variant_id = line.variant_id
        where coalesce(taken, 0) <> right_number`,
      ({ order_id, name, taken, right }) => ({
        sentence: `Order ${order_id} has taken ${taken} pieces of ${name}, ${right} are right.`,
        link: `/orders/${order_id}`,
      }),
    )
  },
}

/** SQL: what came back of orders without a return, less what their failed refunds took again. */
const cameBack = sql`coalesce(sum(on_hand) filter (where kind in ('returned', 'corrected') and return_id is null), 0)::int`

const cancellations: Rule = {
  rule: 'stock-cancelled',
  sentence: 'What a cancelled order had taken from the shelf is back, once.',
  find: tx => {
    const cancelled = sql`select id, order_id from "order" where cancelled_at is not null`
    return findBreaks(
      tx,
      sql`(${cancelled})`,
      sql<{ order_id: string; name: string; taken: number; back: number }>`
        select cancelled.order_id, product.name, taken, back
        from (${cancelled}) cancelled
        join (
          select order_id, variant_id, coalesce(-sum(on_hand) filter (where kind = 'sold'), 0)::int as taken, ${cameBack} as back
          from stock_movement where order_id is not null group by 1, 2
        ) moved on moved.order_id = cancelled.id
        join variant on variant.id = moved.variant_id join product on product.id = variant.product_id
        where taken <> back`,
      ({ order_id, name, taken, back }) => ({
        sentence: `The cancelled order ${order_id} took ${taken} pieces of ${name}, ${back} came back.`,
        link: `/orders/${order_id}`,
      }),
    )
  },
}

const putBack: Rule = {
  rule: 'stock-put-back',
  sentence: 'What was refunded before its order was sent, and put back, is for sale again, once.',
  find: tx => {
    const lines = sql`
      select order_line.order_id, "order".order_id as number, variant_id, order_line.name, sum(put_back)::int as put_back
      from order_line join "order" on "order".id = order_line.order_id
      where put_back > 0 and cancelled_at is null group by 1, 2, 3, 4`
    return findBreaks(
      tx,
      sql`(${lines})`,
      sql<{ number: string; name: string; put_back: number; back: number }>`
        select number, name, put_back, back from (${lines}) line
        cross join lateral (
          select ${cameBack} as back from stock_movement
          where stock_movement.order_id = line.order_id and stock_movement.variant_id = line.variant_id
        ) moved
        where put_back <> back`,
      ({ number, name, put_back, back }) => ({
        sentence: `Of order ${number} ${put_back} pieces of ${name} were put back, ${back} are on the shelf.`,
        link: `/orders/${number}`,
      }),
    )
  },
}

const shown: Rule = {
  rule: 'stock-shown',
  sentence: 'Lists show as sold out, as a broken run, and by size what is so, and nothing else.',
  find: tx =>
    findBreaks(
      tx,
      sql`(select from product where deleted_at is null)`,
      sql<StockRow>`
        select product.id as product_id, name, 'one' as size
        from product join lateral (
          select coalesce(bool_and(on_hand = 0), false) and count(*) = count(on_hand) and count(*) > 0 as is_out,
            coalesce(bool_or(on_hand = 0 and place > first and place < last), false)
              and bool_or(on_hand is distinct from 0) as is_broken,
            coalesce(bit_or(size_bit(size)) filter (where on_hand is null or on_hand > held), 0) as free
          from (
            select *, min(place) over () as first, max(place) over () as last from variant
            where variant.product_id = product.id and variant.deleted_at is null
          ) variant left join stock on stock.variant_id = variant.id
        ) counted on true
        where product.deleted_at is null and (sold_out, broken_run, fits) is distinct from (is_out, coalesce(is_broken, false), free)`,
      row => ({ sentence: `${row.name} is not shown as its stock says.`, link: linkTo(row) }),
    ),
}

export const stockRules: Rule[] = [ledger, holds, sales, cancellations, putBack, shown]
