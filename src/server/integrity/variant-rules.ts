import { sql } from 'kysely'
import { labelOf } from '#domain/products/size.ts'
import { findBreaks, inAudit, type Rule } from './rule.ts'

interface ProductRow {
  id: string
  name: string
  deleted_at: Date | null
}

const linkTo = ({ id, deleted_at }: ProductRow) => (deleted_at ? inAudit(id) : `/dashboard/update-product/${id}`)

/** Without the products whose first variant a running upgrade has still to add. */
const withVariants = sql`
  select id, name, deleted_at, card from product
  where not exists (select from variant_backfill where last_product < product.id)`

const productSizes: Rule = {
  rule: 'product-sizes',
  sentence: 'Every product has at least one size, and all its sizes are of one run.',
  find: tx =>
    findBreaks(
      tx,
      sql`(${withVariants})`,
      sql<ProductRow & { runs: number }>`
        select product.id, name, deleted_at, coalesce(runs, 0) as runs
        from (${withVariants}) product
        left join (
          select product_id, count(distinct split_part(size, '-', 1)) as runs from variant
          where deleted_at is null group by product_id
        ) live on live.product_id = product.id
        where coalesce(runs, 0) <> 1`,
      row => ({
        sentence: row.runs === 0 ? `${row.name} has no size.` : `${row.name} has sizes of ${row.runs} runs.`,
        link: linkTo(row),
      }),
    ),
}

const shownSizes: Rule = {
  rule: 'shown-sizes',
  sentence: 'Lists show the sizes that products have.',
  find: tx =>
    findBreaks(
      tx,
      sql`(${withVariants})`,
      sql<ProductRow>`
        select product.id, name, deleted_at
        from (${withVariants}) product
        left join (
          select variant.product_id, jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
            'id', id, 'size', size, 'gone', case when on_hand <= held then true end)) order by place) as sizes
          from variant left join stock on stock.variant_id = variant.id
          where deleted_at is null and size <> 'one' group by variant.product_id
        ) live on live.product_id = product.id
        where card -> 'sizes' is distinct from sizes`,
      row => ({ sentence: `${row.name}: lists show other sizes than it has.`, link: linkTo(row) }),
    ),
}

const boughtSizes: Rule = {
  rule: 'bought-sizes',
  sentence: 'Every line of an order names a size of its product.',
  find: tx =>
    findBreaks(
      tx,
      sql`(select from order_line where variant_id is not null)`,
      sql<{ order_id: string; name: string; size: string }>`
        select o.order_id, order_line.name, variant.size
        from order_line
        join variant on variant.id = variant_id
        join "order" o on o.id = order_line.order_id
        where variant.product_id is distinct from order_line.product_id
          or variant.size <> coalesce(order_line.size, 'one')`,
      ({ order_id, name, size }) => ({
        sentence: `Order ${order_id}: its line of ${name} names the variant ${labelOf(size)}, which is not what was bought.`,
        link: `/orders/${order_id}`,
      }),
    ),
}

export const variantRules: Rule[] = [productSizes, shownSizes, boughtSizes]
