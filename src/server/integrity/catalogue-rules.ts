import { sql } from 'kysely'
import { formatCents, toDollars } from '#domain/money.ts'
import { writeProductFilters } from '#domain/products/product.ts'
import { bucketsOfStep, priceSteps, pricesOf } from '../products/list/price-histogram.ts'
import { findBreaks, inAudit, type Rule } from './rule.ts'

interface ProductRow {
  id: string
  name: string
  deleted_at: Date | null
}

const linkTo = ({ id, deleted_at }: ProductRow) => (deleted_at ? inAudit(id) : `/dashboard/update-product/${id}`)

const ratings: Rule = {
  rule: 'ratings',
  sentence: 'The rating of every product is the mean of its shown reviews.',
  find: tx =>
    findBreaks(
      tx,
      sql`product`,
      sql<ProductRow & { rating: string; mean: string }>`
        select id, name, deleted_at, rating::text, coalesce(mean, 0)::numeric(3, 2)::text as mean
        from product
        left join (
          select product_id, round(avg(rating), 2) as mean from review where hidden_at is null group by product_id
        ) review on review.product_id = product.id
        where rating <> coalesce(mean, 0)`,
      row => ({
        sentence: `${row.name}: its rating is ${row.rating}, the mean of its reviews is ${row.mean}.`,
        link: linkTo(row),
      }),
    ),
}

/** The counts of products at each price, and then those at each step that groups prices. */
const counts: Rule = {
  rule: 'product-counts',
  sentence: 'The products counted by category, color and price are those on sale.',
  find: tx => {
    const priced = sql`select category, color, bucket as price_cents, n from product_count
      where bucket < ${bucketsOfStep} and category <> '' and color <> ''`
    const sold = sql`select category, color, price_cents, count(*)::int as n
      from product where deleted_at is null group by 1, 2, 3`
    return findBreaks(
      tx,
      sql`(${priced})`,
      sql<CountRow>`
        with priced as materialized (${priced}), together as (
          select kind.category, kind.color, ((place - 1) * ${bucketsOfStep} + price_cents / step)::int as bucket, sum(n)::int as n
          from priced cross join unnest(${[...priceSteps]}::int[]) with ordinality as steps (step, place)
          cross join lateral (values
            (priced.category, priced.color), (priced.category, ''), ('', priced.color), ('', '')
          ) as kind (category, color)
          group by 1, 2, 3
        )
        select category, color, price_cents as bucket,
          coalesce(priced.n, 0) as counted, coalesce(sold.n, 0) as right, 'on sale' as said
        from priced full join (${sold}) sold using (category, color, price_cents)
        where coalesce(priced.n, 0) <> coalesce(sold.n, 0)
        union all
        select category, color, bucket, coalesce(counted.n, 0), coalesce(together.n, 0), 'counted one by one'
        from product_count counted full join together using (category, color, bucket)
        where coalesce(counted.n, 0) <> coalesce(together.n, 0)`,
      ({ bucket, category, color, counted, right, said }) => {
        const { min, max } = pricesOf(bucket)
        const prices = min === max ? `at ${formatCents(min)}` : `from ${formatCents(min)} to ${formatCents(max)}`
        return {
          sentence: `${color || 'any color of'} ${category || 'any category'} ${prices}: ${counted} counted, ${right} ${said}.`,
          link: `/shop${writeProductFilters({ category, color, minPrice: toDollars(min), maxPrice: toDollars(max) })}`,
        }
      },
    )
  },
}

/** SQL: the category, color and bucket of every count of a product. */
const counted = sql`product cross join unnest(${[...priceSteps]}::int[]) with ordinality as steps (step, place)
  cross join lateral (values
    (product.category, product.color), (product.category, ''), ('', product.color), ('', '')
  ) as kind (category, color)
  cross join lateral (select ((place - 1) * ${bucketsOfStep} + price_cents / step)::int as bucket) priced`

/** The counts for lists by size, which the prices in steps have as well. */
const sizeCounts: Rule = {
  rule: 'size-counts',
  sentence: 'The products counted by the sizes that can be bought are those on sale.',
  find: tx =>
    findBreaks(
      tx,
      sql`product_fits_count`,
      sql<{ category: string; color: string; counted: number; right: number }>`
        select category, color, coalesce(counted.n, 0) as counted, coalesce(sold.n, 0) as right
        from product_fits_count counted full join (
          select kind.category, kind.color, bucket, fits, count(*)::int as n
          from ${counted}
          where deleted_at is null and fits <> 0 group by 1, 2, 3, 4
        ) sold using (category, color, bucket, fits)
        where coalesce(counted.n, 0) <> coalesce(sold.n, 0) or counted.n = 0`,
      ({ category, color, counted, right }) => ({
        sentence: `${color || 'any color of'} ${category || 'any category'} in some sizes: ${counted} counted, ${right} on sale.`,
        link: `/shop${writeProductFilters({ category, color, inStock: true })}`,
      }),
    ),
}

/** The counts of what has an old price, in any sizes and in some. */
const saleCounts: Rule = {
  rule: 'sale-counts',
  sentence: 'The products counted by their old price are those on sale that have one.',
  find: tx =>
    findBreaks(
      tx,
      sql`product_sale_count`,
      sql<{ category: string; color: string; counted: number; right: number }>`
        select category, color, coalesce(counted.n, 0) as counted, coalesce(sold.n, 0) as right
        from product_sale_count counted full join (
          select kind.category, kind.color, bucket, sets.fits, count(*)::int as n
          from ${counted}
          cross join lateral (select -1::bigint as fits union all select product.fits where product.fits <> 0) sets
          where deleted_at is null and old_price_cents is not null group by 1, 2, 3, 4
        ) sold using (category, color, bucket, fits)
        where coalesce(counted.n, 0) <> coalesce(sold.n, 0) or counted.n = 0`,
      ({ category, color, counted, right }) => ({
        sentence: `${color || 'any color of'} ${category || 'any category'} with an old price: ${counted} counted, ${right} on sale.`,
        link: `/shop${writeProductFilters({ category, color, sale: true })}`,
      }),
    ),
}

interface CountRow {
  category: string
  color: string
  bucket: number
  counted: number
  right: number
  said: string
}

/** @param origin the shop's public origin: a profile names a picture by its full URL */
export const namedPictures = (origin: string): Rule => ({
  rule: 'named-pictures',
  sentence: 'Every picture that a product, an order or a profile names is there.',
  find: tx => {
    const worn = sql`select 'profile' as kind, id, username as name, email, deleted_at,
      substring(profile_image from '/images/([a-z0-9]+)/[0-9]+[.]webp$') as image_id
      from "user" where starts_with(profile_image, ${`${origin}/images/`})`
    const shown = sql`select 'product' as kind, id, name, null as email, deleted_at, image_id
      from product where image_id is not null
      union select 'product', id, name, null, deleted_at, product_image.image_id
      from product_image join product on product.id = product_id`
    const sold = sql`select distinct 'order' as kind, o.id, o.order_id as name, null as email, o.deleted_at, image_id
      from order_line join "order" o on o.id = order_line.order_id where image_id is not null`
    const named = sql`select * from (${worn} union all ${shown} union all ${sold}) as each where image_id is not null`
    return findBreaks(
      tx,
      sql`(${named})`,
      sql<NamedPicture>`
        select * from (${named}) as named
        where not exists (select from image where image.id = named.image_id)`,
      row => ({ sentence: `${nameOf(row)} names the picture ${row.image_id}, which is not there.`, link: pageOf(row) }),
    )
  },
})

interface NamedPicture extends ProductRow {
  kind: 'profile' | 'product' | 'order'
  /** The e-mail of the profile's user. */
  email: string
  image_id: string
}

const nameOf = ({ kind, name }: NamedPicture) => {
  if (kind === 'product') return name
  return kind === 'order' ? `Order ${name}` : `The profile of ${name}`
}

function pageOf(row: NamedPicture): string {
  if (row.kind === 'product' || row.deleted_at) return linkTo(row)
  return row.kind === 'order' ? `/orders/${row.name}` : `/dashboard/users?q=${encodeURIComponent(row.email)}`
}

export const catalogueRules = (origin: string): Rule[] => [
  ratings,
  counts,
  sizeCounts,
  saleCounts,
  namedPictures(origin),
]
