import { expect, test } from 'vitest'
import { findSize } from '#domain/products/size.ts'
import type { BoardProduct } from '#domain/stock/board.ts'
import { groupByRun, placeBlock } from './groups.ts'

const product = (name: string, ...sizes: string[]): BoardProduct => ({
  ...{ _id: name, name, color: 'black', category: 'dress', image: '', lowAt: null, isBroken: false },
  sizes: sizes.map(size => ({
    ...{ variantId: `${name} ${size}`, size, label: findSize(size)?.label ?? size },
    ...{ shelf: 1, held: 0, toPack: 0, owed: 0, isLow: false, waiting: 0 },
  })),
})
const [dress, gown, ring] = [
  product('dress', 'alpha-S', 'alpha-L'),
  product('gown', 'alpha-M'),
  product('ring', 'ring-54'),
] as const

test('products of one run stand together, with all their sizes in their true order', () => {
  const [clothes, rings] = groupByRun([gown, ring, dress])
  expect(clothes?.columns.map(({ label }) => label)).toEqual(['S', 'M', 'L'])
  expect(clothes?.rows.map(({ cells }) => cells.map(cell => cell?.variantId))).toEqual([
    [undefined, 'gown alpha-M', undefined],
    ['dress alpha-S', undefined, 'dress alpha-L'],
  ])
  expect(rings?.rows).toHaveLength(1)
  expect(groupByRun([])).toEqual([])
})

test('a block falls on the cells to the right and below, an empty value on none', () => {
  const [group] = groupByRun([dress, gown])
  if (!group) throw new Error('There is no group.')
  const { texts, outside } = placeBlock(group, [['1', '', '3'], ['4', '5', '6', '7'], ['8']], 0, 0)
  expect([...texts]).toEqual([
    ['dress alpha-S', '1'],
    ['dress alpha-L', '3'],
    ['gown alpha-M', '5'],
  ])
  expect(outside).toBe(4)
})
