import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { categories, colors, sorts } from '#domain/products/product.ts'
import { testApp } from '../../../tests/support/app.ts'
import { run } from '../db/raw-query.ts'
import { listStatement } from './list-statement.ts'
import { bucketsOf, priceCeilingCents } from './price-histogram.ts'

const { db } = await testApp()
const products = 6_000

beforeAll(async () => {
  // A statement may take five seconds.
  for (let from = 1; from <= products; from += 1_000)
    await sql`
      insert into product (id, name, category, color, description, price_cents, rating, created_at, updated_at)
      select gen_random_uuid(), 'P' || n, (${[...categories]}::text[])[1 + n % 4], (${[...colors]}::text[])[1 + n % 7], '',
        100 + abs(hashint4(n)) % 30000, n % 6, now() - n * interval '1 minute', now()
      from generate_series(${from}::int, ${from + 999}::int) n`.execute(db)
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const choices = ['', 'category', 'color', 'both']
const lists = sorts.flatMap(sort => choices.map(choice => [sort, choice] as const))

test.each(['none', 'a third'])(
  'with %s sold out, no list sorts more than its page or reads other rows of the table',
  async part => {
    if (part === 'a third') await sql`update product set sold_out = true where abs(hashtext(name)) % 3 = 0`.execute(db)
    await sql`vacuum analyze product`.execute(db)
    for (const [sort, choice] of lists) {
      for (const hasPrices of [false, true]) {
        if (hasPrices && !sort.startsWith('price')) continue // these sort by a column that prices do not come in
        if (sort === 'rating' && choice !== '') continue
        const shape = {
          sort,
          hasCategory: /category|both/.test(choice),
          hasColor: /color|both/.test(choice),
          hasPrices,
        }
        const [min, max] = hasPrices ? [5_000, 20_000] : [0, priceCeilingCents]
        for (const offset of [0, 96]) {
          const filters = {
            category: 'dress',
            color: 'red',
            min,
            max,
            limit: 8,
            offset,
            buckets: `{${bucketsOf(min, max)}}`,
          }
          const { text, values } = listStatement(shape)
          const explain = `explain (analyze, timing off, format json) ${text}`
          const [row] = await run<{ 'QUERY PLAN': { Plan: Plan }[] }>(db, explain, values(filters))
          const nodes = row?.['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)) ?? []
          const which = JSON.stringify({ ...shape, offset, part })
          const scans = nodes.filter(node => node['Relation Name'] === 'product')
          expect(scans.length, which).toBeGreaterThan(1)
          for (const scan of scans) {
            expect(scan['Node Type'], which).toMatch(/^Index/)
            expect(scan['Actual Rows'] * scan['Actual Loops'], which).toBeLessThanOrEqual(offset + 8)
            expect(scan['Rows Removed by Filter'] ?? 0, which).toBe(0)
          }
          for (const sorted of nodes.filter(node => /Sort/.test(node['Node Type'])))
            expect(sorted['Actual Rows'], which).toBeLessThanOrEqual(8)
        }
      }
    }
  },
)
