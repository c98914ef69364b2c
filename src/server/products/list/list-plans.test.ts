import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { categories, colors, sorts } from '#domain/products/product.ts'
import { type CollectionRule, noRule } from '#domain/settings/collections.ts'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { statementsDuring } from '../../../../tests/support/count-statements.ts'
import { run } from '../../db/raw-query.ts'
import { openCollectionMembers } from '../collections/collection-members.ts'
import { listCollection } from '../collections/collections.ts'
import { wantedFits } from './filter-queries.ts'
import { listStatement } from './list-statement.ts'
import { anyPrice, bucketsOf, priceCeilingCents } from './price-histogram.ts'

const { db } = await testApp()

beforeAll(async () => {
  await sql`alter table product disable trigger product_added_to_search`.execute(db) // takes long, and no list needs it
  for (let from = 1; from <= 40_000; from += 10_000)
    await changeMany(sql`
      insert into product (id, name, category, color, description, price_cents, old_price_cents, rating, created_at, updated_at)
      select gen_random_uuid(), 'P' || n, (${[...categories]}::text[])[1 + n % 4], (${[...colors]}::text[])[1 + n % 7], repeat('Soft. ', 80),
        100 + abs(hashint4(n)) % 30000, case when n % 10 < 3 then 40000 end, n % 6, now() - n * interval '1 minute', now()
      from generate_series(${from}::int, ${from + 9_999}::int) n`)
  await sql`alter table product disable trigger user`.execute(db)
  const counted = await sql<{ n: number }>`
    select n from product_sale_count where (category, color, bucket, fits) = ('', '', ${anyPrice}, -1)`.execute(db)
  expect(counted.rows).toEqual([{ n: 12_000 }])
})

/** Changes thousands of rows, which takes longer than a statement of the shop may; the limit of the test is the only one. */
async function changeMany(change: RawBuilder<unknown>) {
  await db.transaction().execute(async tx => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await change.execute(tx)
  })
}

/** Not in a transaction: neither would a vacuum be. */
async function tidy(change: RawBuilder<unknown>) {
  await db.connection().execute(async connection => {
    await sql`set statement_timeout = 0`.execute(connection)
    await change.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const filters = { category: 'dress', color: 'red', limit: 8 }

/** Reads a page of a list. Returns its scans of products, and how many the longest one reads. */
async function scansOf(
  shape: Parameters<typeof listStatement>[0],
  { min, max, offset = 0, fits = 0 }: { min: number; max: number; offset?: number; fits?: number },
) {
  const { text, values } = listStatement(shape)
  const chosen = { category: shape.hasCategory ? filters.category : '', color: shape.hasColor ? filters.color : '' }
  const [row] = await run<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    db,
    `explain (analyze, timing off, format json) ${text}`,
    values({ ...filters, ...chosen, min, max, offset, fits, buckets: `{${bucketsOf(min, max)}}` }),
  )
  const nodes = row?.['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)) ?? []
  const scans = nodes.filter(node => node['Relation Name'] === 'product')
  const counts = scans.map(node => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
  return { scans, read: Math.max(...counts) }
}
const all = { min: 0, max: priceCeilingCents }
const some = { min: 5_000, max: 20_000 }
const choices = [false, true].flatMap(hasCategory => [false, true].map(hasColor => ({ hasCategory, hasColor })))

/** The lists that an index has in their order; the others are walked or gathered, whichever reads less. */
const indexedLists = sorts.flatMap(sort =>
  choices.flatMap(choice =>
    [all, some]
      .map(prices => ({ sort, ...choice, hasPrices: prices === some, ...prices }))
      .flatMap(list => [false, true].map(isSale => ({ ...list, isSale })))
      .filter(({ hasPrices, hasCategory, hasColor, isSale }) => {
        if ((sort === 'rating' || isSale) && (hasCategory || hasColor)) return false
        return sort === 'newest' || sort === 'rating' ? !hasPrices : true
      }),
  ),
)

const nothing = sql`select 1`
const sellOut = sql`update product set sold_out = true where abs(hashtext(name)) % 3 = 0`
const change = sql`update product set updated_at = now() where abs(hashtext(name)) % 2 = 0`

// Right after many changes, an index alone does not tell which rows are visible, so the planner expects to read the table, too.
test.each([
  ['none is sold out', nothing, sql`vacuum analyze product`],
  ['many have just changed', change, sql`analyze product`],
  ['a third is sold out', sellOut, sql`vacuum analyze product`],
])('lists read their pages in order from an index when %s', async (_, update, analyze) => {
  await changeMany(update)
  await tidy(analyze)
  for (const { min, max, ...shape } of indexedLists) {
    for (const offset of [0, 96, 480]) {
      const { scans, read } = await scansOf({ ...shape, hasFits: false }, { min, max, offset })
      const list = JSON.stringify({ ...shape, offset })
      for (const node of scans) expect(node['Node Type'], list).not.toBe('Seq Scan')
      expect(read, list).toBe(offset + filters.limit)
    }
  }
})

test('lists of what is reduced in a category, a color or at a price read few more than they show', async () => {
  await tidy(sql`vacuum analyze product`)
  for (const sort of sorts)
    for (const choice of choices)
      for (const prices of [all, some, { min: 9_000, max: 9_010 }]) {
        const shape = { sort, ...choice, hasPrices: prices !== all, hasFits: false, isSale: true }
        const { scans, read } = await scansOf(shape, { ...prices, offset: 8 })
        const list = JSON.stringify({ ...shape, ...prices })
        for (const node of scans) expect(node['Node Type'], list).not.toBe('Seq Scan')
        expect(read, list).toBeLessThan(choice.hasCategory && choice.hasColor ? 900 : 400)
      }
})

test('lists by size read little more than their page, however rare the size, the price or both', async () => {
  await changeMany(sql`
    update product set sold_out = fits = 0, fits = bought from (
      select id as known, case when n % 1000 = 0 then size_bit('ring-54') when n % 3 > 0 then size_bit('alpha-M') else 0 end as bought
      from (select id, row_number() over (order by id) as n from product) numbered
    ) sized where known = product.id`)
  await sql`
    insert into product_fits_count
    select '', '', bucket, fits, count(*) from product cross join lateral (values (price_cents), (${anyPrice})) priced (bucket)
    where fits <> 0 group by 3, 4`.execute(db)
  await tidy(sql`vacuum analyze product`)
  for (const [size, prices] of [
    ['clothes-M', all],
    ['ring-54', all],
    ['clothes-M', { min: 5_000, max: 5_010 }],
  ] as const)
    for (const sort of ['newest', 'price-asc', 'rating'] as const) {
      const shape = {
        sort,
        hasCategory: false,
        hasColor: false,
        hasPrices: prices !== all,
        hasFits: true,
        isSale: false,
      }
      const { read } = await scansOf(shape, { ...prices, fits: wantedFits({ size: [size] }) })
      expect(read, `${size} ${sort}`).toBeLessThan(100)
      expect(read, `${size} ${sort}`).toBeGreaterThan(0)
    }
})

test('a collection of the newest walks an index and then looks up each, also by the plan for all values', async () => {
  await tidy(sql`vacuum analyze product`)
  const collection = {
    ...{ id: 'n', name: 'New', words: '', picture: null, isInMenu: false, kind: 'rule' as const },
    ...{ order: 'newest' as const, products: [] },
  }
  const rules: Partial<CollectionRule>[] = [{}, { category: 'dress' }, { minPrice: 50, maxPrice: 90 }]
  for (const more of rules) {
    const rule = { ...noRule, newest: 200, ...more }
    const items = [{ ...collection, address: 'new', rule }]
    const collections = { settings: { ...defaultSettings, collections: { items } }, members: openCollectionMembers() }
    const list = { collection: 'new', sort: 'price-asc', page: 1, limit: 8, minPrice: 20 } as const
    const [text = ''] = await statementsDuring(() => listCollection(db, 'http://localhost', list, collections))
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
      explain (generic_plan, format json) ${sql.raw(text)}`.execute(db)
    const scans = rows
      .flatMap(row => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)))
      .filter(node => node['Relation Name'] === 'product')
    expect(scans.map(node => (node['Index Name'] === 'product_pkey' ? 'by id' : node['Node Type']))).toEqual([
      'Index Only Scan',
      'by id',
    ])
  }
})
