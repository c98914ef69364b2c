import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const writes =
  /(insert\s+into|update|delete\s+from|truncate)\s+stock(_movement)?\b|\b(insertInto|updateTable|deleteFrom|mergeInto)\(\s*'stock/i

const isWriter = (text: string) => writes.test(text)

test('only stock/ writes stock and its ledger', () => {
  const files = globSync('{src,demo}/**/*.{ts,tsx}').filter(
    name => !/\.test\.ts$|\.fixture\.ts$|\/migrations\//.test(name),
  )
  expect(files.length).toBeGreaterThan(500)
  const writers = files.filter(name => isWriter(readFileSync(name, 'utf8')))
  expect(writers.length).toBeGreaterThan(3)
  expect(writers.filter(name => !name.startsWith('src/server/stock/'))).toEqual([])
})

test.each([
  "insert into stock (variant_id) values ('a')",
  'update\n  stock set held = 0',
  'delete from stock_movement',
  "tx.updateTable('stock').set({ held: 0 })",
  "tx\n  .insertInto('stock_movement')",
])('%s is a writer', text => expect(isWriter(text)).toBe(true))

test.each(['select held from stock', 'update stocking set a = 1', "selectFrom('stock')"])('%s is none', text =>
  expect(isWriter(text)).toBe(false),
)
