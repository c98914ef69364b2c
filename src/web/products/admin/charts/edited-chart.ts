import { type ChartFields, chartLimits, readSizeChart } from '#domain/products/fields/size-chart-fields.ts'
import { findSize, type SizeRun, sizes } from '#domain/products/size.ts'
import type { SizeChart } from '#domain/products/size-chart.ts'
import type { ChosenSizes } from '../list-texts.ts'

/** A size chart as it is typed: each cell a text such as "86" or "86-90", in cm. */
export interface EditedChart {
  name: string
  isGarment: boolean
  measures: string[]
  rows: { size: string; cells: string[] }[]
}

/** An invalid place of a chart: the name of its field, and one sentence. */
export interface ChartFault {
  field: string
  sentence: string
}

export const cellName = (row: number, column: number): string => `cell-${row}-${column}`
export const measureName = (column: number): string => `measure-${column}`

/** An empty chart for the sizes of a product, or for its whole run while none is chosen. */
export function newChart({ run, sizes: chosen }: ChosenSizes): EditedChart {
  const codes = chosen.length > 0 ? chosen.map(({ size }) => size) : sizesOf(run)
  const measures = usualMeasures[run] ?? ['']
  return {
    name: '',
    isGarment: false,
    measures,
    rows: codes.map(size => ({ size, cells: measures.map(() => '') })),
  }
}

const clothes = ['Bust', 'Waist', 'Hips']
const usualMeasures: Partial<Record<SizeRun, string[]>> = {
  alpha: clothes,
  eu: clothes,
  us: clothes,
  uk: clothes,
  one: clothes,
  ring: ['Inner circumference'],
}

/** The codes of a run, in their order. */
const sizesOf = (run: SizeRun): string[] => sizes.filter(size => size.run === run).map(({ code }) => code)

/** The sizes that can still be added: those of the chart's run, or all while it has no row. */
export function missingSizes({ rows }: EditedChart): string[] {
  const run = findSize(rows[0]?.size ?? '')?.run
  const codes = run ? sizesOf(run) : sizes.map(({ code }) => code)
  return codes.filter(code => rows.every(({ size }) => size !== code))
}

export const editedOf = ({ name, isGarment, measures, rows }: SizeChart): EditedChart => ({
  name,
  isGarment,
  measures,
  rows: rows.map(({ size, mm }) => ({ size, cells: mm.map(writeRange) })),
})

/** A chart as it is saved; a cell that is empty or not readable has no range. */
export const fieldsOf = ({ rows, ...chart }: EditedChart) =>
  ({ ...chart, rows: rows.map(({ size, cells }) => ({ size, mm: cells.map(readRange) })) }) as ChartFields

/** The first invalid place of a chart. */
export function faultOf(chart: EditedChart): ChartFault | undefined {
  const { error: sentence } = readSizeChart(fieldsOf(chart))
  if (sentence === undefined) return undefined
  if (chart.name.trim() === '') return { field: 'name', sentence }
  const measures = chart.measures.map(measure => measure.trim())
  const column = measures.findIndex((measure, index) => measure === '' || measures.indexOf(measure) < index)
  if (column >= 0) return { field: measureName(column), sentence }
  for (const [row, { cells }] of chart.rows.entries()) {
    const hole = cells.findIndex(cell => !readRange(cell))
    if (hole >= 0) return { field: cellName(row, hole), sentence }
  }
  return { field: chart.rows.length === 0 ? 'size' : 'name', sentence }
}

/** Reads cm such as "86", "86.5 cm" or "86,5 - 90" as from and to in whole mm; undefined if it is no such text. */
export function readRange(text: string): [number, number] | undefined {
  const found = /^(\d{1,3}(?:[.,]\d+)?)(?: *(?:-|–|—|to) *(\d{1,3}(?:[.,]\d+)?))?(?: *cm)?$/.exec(text.trim())
  if (!found) return undefined
  const [, from = '', to = from] = found
  const mm = (cm: string) => Math.round(Number(cm.replace(',', '.')) * 10)
  return mm(from) >= chartLimits.mm.min && mm(from) <= mm(to) && mm(to) <= chartLimits.mm.max
    ? [mm(from), mm(to)]
    : undefined
}

/** From and to in mm, as cm. */
export const writeRange = ([from, to]: readonly [number, number]): string =>
  from === to ? String(from / 10) : `${from / 10}-${to / 10}`

/** Fills cells from a place on, to the right and down. */
export function fillIn(chart: EditedChart, block: string[][], row: number, column: number): EditedChart {
  const rows = chart.rows.map(({ size, cells }, r) => ({
    size,
    cells: cells.map((cell, c) => block[r - row]?.[c - column] ?? cell),
  }))
  return { ...chart, rows }
}
