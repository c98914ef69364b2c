import { hasSomethingToSee } from '../../text.ts'
import { findSize } from '../size.ts'
import type { ChartTable, SizeChart } from '../size-chart.ts'

/** A chart as it is created and changed. */
export type ChartFields = Omit<SizeChart, '_id'>

export const chartLimits = { name: 80, measure: 40, measures: 8, rows: 30, mm: { min: 1, max: 3_000 } } as const

/** Reads a chart that an admin sends. Never throws: the error is one sentence that names the place. */
export function readSizeChart(sent: unknown): { chart: ChartFields; error?: undefined } | { error: string } {
  const { name, isGarment = false, measures, rows } = (sent ?? {}) as Record<string, unknown>
  const title = readLine(name)
  if (title === undefined || !hasSomethingToSee(title)) return { error: 'The name of the chart is missing.' }
  if (title.length > chartLimits.name) return { error: `The name can have at most ${chartLimits.name} characters.` }
  if (typeof isGarment !== 'boolean') return { error: 'isGarment must be true or false.' }
  if (!Array.isArray(measures) || measures.length === 0) return { error: 'A chart needs at least one measure.' }
  if (measures.length > chartLimits.measures)
    return { error: `A chart can have at most ${chartLimits.measures} measures.` }
  const names: string[] = []
  for (const measure of measures) {
    const text = readLine(measure)
    if (text === undefined || !hasSomethingToSee(text)) return { error: 'A measure has no name.' }
    if (text.length > chartLimits.measure)
      return { error: `The name of a measure can have at most ${chartLimits.measure} characters.` }
    if (names.includes(text)) return { error: `The measure ${text} is there twice.` }
    names.push(text)
  }
  if (!Array.isArray(rows) || rows.length === 0) return { error: 'A chart needs at least one size.' }
  if (rows.length > chartLimits.rows) return { error: `A chart can have at most ${chartLimits.rows} sizes.` }
  const read: (ChartTable['rows'][number] & { place: number })[] = []
  for (const row of rows) {
    const { size: code, mm } = (row ?? {}) as Record<string, unknown>
    const size = typeof code === 'string' ? findSize(code) : undefined
    if (!size) return { error: 'A row of the chart has no size that the shop knows.' }
    if (read.some(({ size }) => size === code)) return { error: `The size ${size.label} is there twice.` }
    const ranges: [number, number][] = []
    for (const [index, measure] of names.entries()) {
      const range = readRange(Array.isArray(mm) ? mm[index] : undefined)
      if (!range) return { error: `${size.label}, ${measure}: fill in from and to, from 0.1 to 300 cm.` }
      ranges.push(range)
    }
    if (Array.isArray(mm) && mm.length > names.length) return { error: `${size.label} has more values than measures.` }
    read.push({ size: size.code, mm: ranges, place: size.place })
  }
  const sorted = read.toSorted((a, b) => a.place - b.place).map(({ place, ...row }) => row)
  return { chart: { name: title, isGarment, measures: names, rows: sorted } }
}

const readLine = (value: unknown) =>
  typeof value === 'string' ? value.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim() : undefined

function readRange(value: unknown): [number, number] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const [from, to] = value as unknown[]
  const isMm = (each: unknown): each is number =>
    Number.isInteger(each) && (each as number) >= chartLimits.mm.min && (each as number) <= chartLimits.mm.max
  return isMm(from) && isMm(to) && from <= to ? [from, to] : undefined
}
