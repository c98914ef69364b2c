import { type RawBuilder, sql } from 'kysely'
import type { CountedBy } from '#domain/products/product.ts'
import { centsOf, wantedFits } from '../products/list/filter-queries.ts'
import { allOf, type Plan } from './plan.ts'

/** A search reads at most this many products, so that a common word does not take longer in a larger catalogue. */
export const maxFound = 250

const columns = sql`product_id, category, color, price_cents, created_at, head`

/**
 * SQL: the newest products that match, by default one more than a search reads, which shows that there are more. Those that have
 * the words as meant come before the rest.
 */
export function newestOf(filters: CountedBy, plan?: Plan, max: number = maxFound + 1) {
  const { min: cheapest, max: dearest } = centsOf(filters)
  const marks = marksOf(filters, plan)
  const newest = (words: string[] | undefined, without: string | undefined, maxRows: RawBuilder<unknown>) => sql`
    select ${columns} from newest_products(
      ${words && joinSurplus(words, maxKeys - marks.length)}::text[], ${marks}::text[]::tsquery[], ${without}::text,
      ${cheapest}::integer, ${dearest}::integer, ${maxRows}, ${wantedFits(filters) ?? null}::bigint
    )`
  const asMeant = newest(plan?.allExact, undefined, sql`${max}::integer`)
  if (!plan?.others) return asMeant
  return sql`
    with as_meant as materialized (${asMeant}),
    rest as materialized (${newest([plan.others, ...plan.wide], allOf(plan.allExact), sql`${max} - (select count(*) from as_meant)::integer`)})
    select ${columns} from as_meant union all select ${columns} from rest`
}

/** `newest_products` matches at most this many queries at once, words and marks together. */
const maxKeys = 5

/** Joins the surplus queries into one. */
const joinSurplus = (words: string[], max: number) =>
  words.length > max ? [...words.slice(0, max - 1), allOf(words.slice(max - 1))] : words

/** Returns queries for what the word index stores besides words: category, color, an old price, and numbers in the name. */
const marksOf = ({ category, color, sale }: CountedBy, plan?: Plan): string[] => [
  ...(category ? [mark('k', category)] : []),
  ...(color ? [mark('c', color)] : []),
  ...(sale ? [mark('is', 'sale')] : []),
  ...(plan?.isNumber ? [allOf(plan.wide).replace(/'([^']+)'/g, "'n@$1'")] : []),
]

const mark = (kind: string, value: string) => `'${kind}@${value.replace(/['\\]/g, '$&$&')}'`
