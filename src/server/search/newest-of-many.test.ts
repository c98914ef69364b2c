import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { categories, colors } from '#domain/products/product.ts'
import { maxFound } from './newest.ts'
import { searchedShop } from './shop.fixture.ts'

const shop = searchedShop()

const names = ['aurelia', 'brera', 'camille', 'zermatt', 'bosco', 'kiruna', 'valois']
const cuts = ['quilted', 'woven', 'draped', 'sheer']
const things = ['kettle', 'teapot', 'saucer', 'ladle', 'trivet', 'tumbler']
const pick = (list: readonly string[], salt: number) =>
  sql`(${list}::text[])[1 + abs(hashint4(n * 31 + ${salt}::int)) % ${list.length}::int]`

/** Only the descriptions of the older products have 'orchard', so it is rare among the newest. */
const sell = (from: number, to: number) =>
  sql`
    insert into product (id, name, category, color, description, price_cents, created_at, updated_at)
    select gen_random_uuid(), concat_ws(' ', ${pick(names, 1)}, ${pick(cuts, 2)}, ${pick(things, 3)}, 100 + n % 40),
      ${pick(categories, 4)}, ${pick(colors, 5)},
      'Fired by hand in ' || (1900 + n % 90) || case when n < 2000 then ' for the orchard.' else '.' end,
      100 + abs(hashint4(n)) % 40000, timestamptz '2026-01-01' + n * interval '1 second', now()
    from generate_series(${from}::int, ${to}::int) n`.execute(shop.db)

/** Moves the products apart, as if many more between them had been deleted. */
const leaveGaps = (factor: number) =>
  sql`
    update product_search set place = place * ${factor}, words = ts_delete(words, array(
      select 's' || size || '@' || (place >> size) from unnest(array[8, 11, 14, 17]) size
    )) || search_marks(category, color, price_cents, place * ${factor}, head)`.execute(shop.db)

interface Question {
  q: string
  category?: string
  color?: string
  minPrice?: string
  maxPrice?: string
}

/** Returns all matches, by a check of every product. */
async function readAll({ q, category, color, minPrice, maxPrice }: Question): Promise<string[]> {
  const isNumber = /^\d+$/.test(q)
  const { rows } = await sql<{ id: string }>`
    select id from told
    where words @@ plainto_tsquery('english', ${q})
      and (not ${isNumber}::boolean or name like '%' || ${q}::text || '%')
      and category = coalesce(${category}, category) and color = coalesce(${color}, color)
      and price_cents >= coalesce(${minPrice}::numeric, 0) * 100 and price_cents <= coalesce(${maxPrice}::numeric, 1e9) * 100
    order by created_at desc limit ${maxFound + 1}`.execute(shop.db)
  return rows.map(({ id }) => id)
}

async function find(question: Question): Promise<string[]> {
  const pages = [1, 2, 3].map(async page => {
    const asked = { ...question, q: `${question.q} `, sort: 'newest', limit: '100', page: String(page) }
    const { products, totalProducts, isMore } = await shop.find(asked)
    return { ids: products.map(({ _id }) => _id), total: totalProducts + (isMore ? 1 : 0) }
  })
  const [first, ...others] = await Promise.all(pages)
  const ids = [first, ...others].flatMap(page => page?.ids ?? [])
  return first && first.total > ids.length ? [...ids, 'more'] : ids
}

/** Yields pseudo-random questions, the same ones in each run. */
function* questions(many: number): Generator<Question> {
  let state = 7
  const chance = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const any = (list: readonly string[]) => list[Math.floor(chance() * list.length)] ?? ''
  const words = ['fired', 'orchard', 'unheard', '117', '1950', ...names, ...cuts, ...things]
  for (let n = 0; n < many; n++) {
    const q = Array.from({ length: 1 + Math.floor(chance() * 5) }, () => any(words)).join(' ')
    yield {
      q: n % 3 ? q : any(words),
      ...(chance() < 0.3 && { category: any(categories) }),
      ...(chance() < 0.3 && { color: any(colors) }),
      ...(chance() < 0.3 && { minPrice: (chance() * 400).toFixed(2) }),
      ...(chance() < 0.3 && { maxPrice: any(['0.5', '5', '20', '50', '100', '399.99', '1000']) }),
    }
  }
}

test('a search finds the newest of all matching products, whichever way it looks them up', async () => {
  for (let from = 1; from < 6_000; from += 500) await sell(from, from + 499) // a statement may take five seconds
  await sell(6_001, 6_010)
  await sql`update product set price_cents = price_cents * 2, color = 'green' where price_cents % 11 = 0`.execute(
    shop.db,
  )
  await sql`update product set deleted_at = now() where price_cents % 13 = 0`.execute(shop.db)
  await sql`create table told as
    select *, to_tsvector('english', concat_ws(' ', name, category, color, description)) as words
    from product where deleted_at is null`.execute(shop.db)
  for (const factor of [1, 60]) {
    await leaveGaps(factor)
    for (const question of questions(100)) {
      const all = await readAll(question)
      const expected = all.length > maxFound ? [...all.slice(0, maxFound), 'more'] : all
      expect([question, await find(question)]).toEqual([question, expected])
    }
  }
})
