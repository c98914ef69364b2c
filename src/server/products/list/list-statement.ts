import type { Sort } from '#domain/products/product.ts'
import { shownWithProduct } from '../to-product.ts'
import { anyPrice } from './price-histogram.ts'

/** The filters of a list, as values of its statement. Prices are in cents; `buckets` are the price buckets that are counted. */
export interface ListFilters {
  category: string
  color: string
  min: number
  max: number
  limit: number
  offset: number
  /** An array of integers in the text form of PostgreSQL. */
  buckets: string
  /** The sizes of which one must be for sale, as bits. */
  fits: number
}

export interface ListStatement {
  text: string
  values(filters: ListFilters): unknown[]
}

interface Shape {
  sort: Sort
  hasCategory: boolean
  hasColor: boolean
  hasPrices: boolean
  hasFits: boolean
  /** Only what has an old price. */
  isSale: boolean
}

const types: Record<keyof ListFilters, string> = {
  category: 'text',
  color: 'text',
  min: 'int',
  max: 'int',
  limit: 'int',
  offset: 'int',
  buckets: 'int[]',
  fits: 'bigint',
}

/** The columns of each sort order. Sold-out products come last in all of them. */
export const orders = {
  newest: ['sold_out', 'created_at desc', 'id'],
  'price-asc': ['sold_out', 'price_cents', 'id'],
  'price-desc': ['sold_out', 'price_cents desc', 'id desc'],
  rating: ['sold_out', 'rating desc', 'created_at desc', 'id'],
} satisfies Record<Sort, string[]>

/** How many products a walk reads in its index in the time that a gathered one takes, which is read from the table: 0.19 and 1.25 µs. */
const walkedPerGathered = 6

const statements = new Map<string, ListStatement>()

/** Returns the statement for lists of this shape. Each is built once, so that the database plans each once. */
export function listStatement(shape: Shape): ListStatement {
  const { sort, hasCategory, hasColor, hasPrices, hasFits, isSale } = shape
  const key = JSON.stringify([sort, hasCategory, hasColor, hasPrices, hasFits, isSale]) // whatever their order in the object
  const statement = statements.get(key) ?? buildStatement(shape)
  statements.set(key, statement)
  return statement
}

/**
 * Builds the statement for one page of products and their exact number. The ids come from an index alone, and only the rows of
 * the page are read. When no index covers both the order and the filters, there are several ways: to walk an index in order and
 * filter, or to gather the matches by their price or by their sizes and sort them. The numbers of products, which are counted
 * first, decide which way reads least. The planner sees neither the values (subselects) nor the filters of a walk (case), so that
 * it cannot turn one way into the other, and one cached plan suits all values. A walk names its category and color as an array of
 * one and begins its order with them, so that only the index that begins with them has this order. Otherwise the planner may take
 * the one that begins with `sold_out`, which has so few values that the rows seem to lie in its order, and read the products of
 * all categories. What has an old price is in indexes of its own, which have no category or color in their order.
 */
function buildStatement({ sort, hasCategory, hasColor, hasPrices, hasFits, isSale }: Shape): ListStatement {
  const hidden = (name: keyof ListFilters) => `(select @${name})`
  const chosen = [...(hasCategory ? ['category' as const] : []), ...(hasColor ? ['color' as const] : [])]
  const choice = chosen.map(column => `${column} = ${hidden(column)}`)
  const prices = `price_cents between ${hidden('min')} and ${hidden('max')}`
  const fits = `fits & ${hidden('fits')} <> 0`

  const isByPrice = sort === 'price-asc' || sort === 'price-desc'
  const indexedChoice = sort === 'rating' || isSale ? [] : chosen
  const isChoiceIndexed = indexedChoice.length === chosen.length
  const indexed = [
    ...indexedChoice.map(column => `${column} = any (array[${hidden(column)}])`),
    ...(hasPrices && isByPrice ? [prices] : []),
  ]
  const unindexed = [
    ...(isChoiceIndexed ? [] : choice),
    ...(hasPrices && !isByPrice ? [prices] : []),
    ...(hasFits ? [fits] : []),
  ]
  const order = orders[sort]
  const columns = order.map(column => column.split(' ')[0]).join(', ')
  const ids = `select ${columns} from product where deleted_at is null${isSale ? ' and old_price_cents is not null' : ''}`
  const page = (columns: string[]) =>
    `order by ${columns.join(', ')} limit ${hidden('limit')} offset ${hidden('offset')}`
  const filter = (conditions: string[]) => `case when ${conditions.join(' and ')} then true else false end`

  const count = (category: string, color: string, buckets: string, { hasFits = false, isReduced = isSale } = {}) =>
    `(select coalesce(sum(n), 0) from ${countsWhere(isReduced, hasFits ? '@fits' : undefined)} category = ${category} and color = ${color}
      and bucket ${buckets})`
  const buckets = hasPrices ? '= any ((select @buckets)::int[])' : `= ${anyPrice}`
  const total = count('@category', '@color', buckets, { hasFits })
  const inOrder = count(
    isChoiceIndexed ? '@category' : "''",
    isChoiceIndexed ? '@color' : "''",
    isByPrice ? buckets : `= ${anyPrice}`,
  )

  // An order that has the prices walks past no more products than they would gather, and so does one of a choice without prices.
  const gatherings: Gathering[] = []
  if (!isChoiceIndexed || (hasPrices && !isByPrice))
    gatherings.push({
      way: 'prices',
      number: count('@category', '@color', buckets),
      conditions: [...choice, ...(hasPrices ? [prices] : []), ...(hasFits ? [filter([fits])] : [])],
    })
  if (hasFits) {
    const others = [...choice, ...(hasPrices ? [prices] : [])]
    gatherings.push({
      way: 'fits',
      number:
        others.length > 0 || isSale ? count("''", "''", `= ${anyPrice}`, { hasFits: true, isReduced: false }) : 'total',
      conditions: ['fit_places(fits) && (select fit_places(@fits))', ...(others.length > 0 ? [filter(others)] : [])],
    })
  }
  const goes = (way: Way) =>
    `(select total > @offset${gatherings.length > 0 ? ` and way = '${way}'` : ''} from counted)`
  const walkFilter = unindexed.length > 0 ? [filter(unindexed)] : []
  const walk = `(${[ids, ...indexed, ...walkFilter, goes('walk')].join(' and ')} ${page([...indexedChoice, ...order])})`
  const gather = ({ way, conditions }: Gathering) => `(select ${columns} from (
    ${[ids, ...conditions, goes(way)].join(' and ')} offset 0
  ) gathered ${page(order)})`

  // A walk reads about `in_order / total` products for each that it finds, and no other way gathers fewer than `total`. Only when
  // that does not decide it, the products that the others gather are counted.
  const counted =
    gatherings.length > 0
      ? `
    select total, case
      when walk <= total::float8 * total then 'walk'
      else (
        select case when walk <= total * gathered then 'walk' else way end
        from (values ${gatherings.map(({ way, number }) => `('${way}', ${number}::float8)`).join(', ')}) others (way, gathered)
        order by gathered limit 1
      )
    end as way
    from (
      select total::int, least(@offset + @limit, total) * in_order / ${walkedPerGathered} as walk
      from (select ${total} as total, ${inOrder}::float8 as in_order offset 0) sums offset 0
    ) found`
      : `select ${total}::int as total`

  // The rows come in the order of `page` without another sort, because a lateral join is always a nested loop.
  return withValues(`
    with counted as materialized (${counted})
    select total, product.id, name, category, color, description, product.price_cents, old_price_cents, image_id,
      product.rating, author, product.created_at, updated_at, product.sold_out,
      ${shownWithProduct}
    from counted
    left join (${[walk, ...gatherings.map(gather)].join(' union all ')}) page on true
    left join lateral (select * from product listed where listed.id = page.id offset 0) product on true`)
}

/**
 * SQL: the counts of products, or of those that have an old price, with the beginning of a condition.
 * @param fits the sizes of which one must be for sale, as SQL; undefined for any product
 */
export function countsWhere(isReduced: boolean, fits: string | undefined): string {
  if (isReduced) return `product_sale_count where ${fits ? `fits > 0 and fits & ${fits} <> 0` : 'fits = -1'} and`
  return fits ? `product_fits_count where fits & ${fits} <> 0 and` : 'product_count where'
}

type Way = 'walk' | 'prices' | 'fits'

interface Gathering {
  way: Way
  /** How many products it gathers, as SQL. */
  number: string
  conditions: string[]
}

/** Replaces the named values (`@name`) of a text by numbered parameters. */
function withValues(named: string): ListStatement {
  const used: (keyof ListFilters)[] = []
  const text = named.replace(/@(\w+)/g, (_, name: keyof ListFilters) => {
    if (!used.includes(name)) used.push(name)
    return `$${used.indexOf(name) + 1}::${types[name]}`
  })
  return { text, values: filters => used.map(name => filters[name]) }
}
