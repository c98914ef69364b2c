import { expect, test } from 'vitest'
import { listStatement } from './list-statement.ts'

test('a shape has one statement, in whatever order its properties are named', () => {
  const shape = { sort: 'newest', hasCategory: false, hasColor: false, hasPrices: false } as const
  const reduced = listStatement({ ...shape, hasFits: false, isSale: true })
  const bySize = listStatement({ ...shape, isSale: false, hasFits: true })
  expect(listStatement({ ...shape, isSale: true, hasFits: false })).toBe(reduced)
  expect(bySize.text).not.toBe(reduced.text)
})
