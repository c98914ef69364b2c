import { describe, expect, test } from 'vitest'
import { readBlock } from '../../../ui/form/read-block.ts'
import { editedOf, faultOf, fieldsOf, fillIn, missingSizes, newChart, readRange } from './edited-chart.ts'

const chart = {
  name: 'Dresses',
  isGarment: false,
  measures: ['Bust', 'Waist'],
  rows: [
    { size: 'alpha-S', cells: ['84-88', '66,5'] },
    { size: 'alpha-M', cells: ['88-92', '70'] },
  ],
}

test.each([
  ['86', [860, 860]],
  ['86.5', [865, 865]],
  ['86,5-90', [865, 900]],
  [' 86 – 90 cm ', [860, 900]],
  ['86 to 90', [860, 900]],
  ['', undefined],
  ['S', undefined],
  ['90-86', undefined],
  ['0', undefined],
  ['86-', undefined],
])('the cell %j is read as %j mm', (text, range) => {
  expect(readRange(text)).toEqual(range)
})

test('a block of a spreadsheet is read by row, and a text of one cell is none', () => {
  expect(readBlock('84\t66\r\n88\t70\r\n')).toEqual([
    ['84', '66'],
    ['88', '70'],
  ])
  expect(readBlock('84-88')).toBeUndefined()
  expect(readBlock('84\n')).toBeUndefined()
})

test('a block fills the cells from its place on, and what has no place is left out', () => {
  const block = [['1', '2', '3'], ['4'], ['5'], ['6']]
  expect(fillIn(chart, block, 0, 1).rows.map(({ cells }) => cells)).toEqual([
    ['84-88', '1'],
    ['88-92', '4'],
  ])
})

test('a chart is saved in whole mm, and opened as it was typed', () => {
  const fields = fieldsOf(chart)
  expect(fields.rows).toEqual([
    {
      size: 'alpha-S',
      mm: [
        [840, 880],
        [665, 665],
      ],
    },
    {
      size: 'alpha-M',
      mm: [
        [880, 920],
        [700, 700],
      ],
    },
  ])
  expect(editedOf({ _id: '', ...fields }).rows[0]?.cells).toEqual(['84-88', '66.5'])
})

test('a new chart has the chosen sizes of the product, and its whole run while none is chosen', () => {
  const sizes = [{ size: 'alpha-M', sku: 'A', barcode: '' }]
  expect(newChart({ run: 'alpha', sizes }).rows).toEqual([{ size: 'alpha-M', cells: ['', '', ''] }])
  expect(newChart({ run: 'acc', sizes: [] }).rows.map(({ size }) => size)).toEqual(['acc-S', 'acc-M', 'acc-L'])
})

test('only sizes of the same run are added to a chart', () => {
  expect(missingSizes(chart)).toEqual(['alpha-XXS', 'alpha-XS', 'alpha-L', 'alpha-XL', 'alpha-XXL', 'alpha-3XL'])
  expect(missingSizes({ ...chart, rows: [] })).toContain('ring-54')
})

describe('the first fault of a chart', () => {
  const [small, medium] = chart.rows as [(typeof chart.rows)[0], (typeof chart.rows)[0]]
  test.each([
    [{ name: ' ' }, 'name', 'The name of the chart is missing.'],
    [{ measures: ['Bust', ' '] }, 'measure-1', 'A measure has no name.'],
    [{ measures: ['Bust', 'Bust '] }, 'measure-1', 'The measure Bust is there twice.'],
    [{ rows: [] }, 'size', 'A chart needs at least one size.'],
    [
      { rows: [small, { ...medium, cells: ['88', ''] }] },
      'cell-1-1',
      'M, Waist: fill in from and to, from 0.1 to 300 cm.',
    ],
    [
      { rows: [small, { ...medium, cells: ['999', '70'] }] },
      'cell-1-0',
      'M, Bust: fill in from and to, from 0.1 to 300 cm.',
    ],
  ])('%j is named with its place', (changes, field, sentence) => {
    expect(faultOf({ ...chart, ...changes })).toEqual({ field, sentence })
  })
  test('is none for a full chart', () => expect(faultOf(chart)).toBeUndefined())
})
