import type { ImportFault } from '#domain/products/product-import.ts'
import { codeError, oneSize, readSizes, type SizeInput, sizes } from '#domain/products/size.ts'
import { maxCount } from '#domain/products/stock.ts'
import type { FileProduct, FileRow, FileSize } from './file-row.ts'

const codeOf = new Map(sizes.map(({ code }) => [code.toLowerCase(), code]))

/** Reads the cells of a row that are about its size. A row that names none, but a code or a count, is about the one size. */
export function readSizeCells({ line, cells }: FileRow): { size?: FileSize; faults: ImportFault[] } {
  const sent = cells.size?.trim() ?? ''
  const counted = cells.counted?.trim() ?? ''
  const hasMore = counted !== '' || cells.sku?.trim() || cells.barcode?.trim()
  if (sent === '' && !hasMore) return { faults: [] }
  const size = codeOf.get(sent === '' ? oneSize : sent.toLowerCase())
  const isCount = counted === '' || (/^\d{1,9}$/.test(counted) && Number(counted) <= maxCount)
  const problems = {
    size: size ? undefined : `The shop knows no size “${sent.slice(0, 40)}”: ${known}`,
    sku: codeError('sku', cells.sku) ?? shortenedError(cells.sku),
    barcode: codeError('barcode', cells.barcode) ?? shortenedError(cells.barcode),
    counted: isCount ? undefined : `Write a whole number from 0 to ${maxCount.toLocaleString('en')}, or nothing.`,
  }
  const faults = Object.entries(problems).flatMap(([column, message]) => (message ? { line, column, message } : []))
  if (!size || faults.length > 0) return { faults }
  return {
    size: {
      ...{ line, size },
      ...{ sku: emptied(cells.sku), barcode: emptied(cells.barcode) },
      counted: counted === '' ? undefined : Number(counted),
    },
    faults,
  }
}

/** Spreadsheets write a long number such as a barcode as 4.00638E+12, and its last digits are gone. */
function shortenedError(cell = ''): string | undefined {
  if (!/^\d(?:[.,]\d{1,20})?E\+\d{1,3}$/i.test(cell.trim())) return undefined
  return `“${cell.trim()}” is a number that a spreadsheet has shortened: format the column as text there, and write all digits.`
}

const known = 'write it as an export has it, such as alpha-M, eu-40, ring-54, acc-M or one.'
const emptied = (cell: string | undefined) => (cell === undefined ? undefined : cell.trim() || null)

/**
 * Leaves the one size out beside real ones, which replace it. Its pieces may be counted as 0.
 * @returns a fault where the file counts pieces of both
 */
export function withoutReplaced(sizes: FileSize[]): { sizes: FileSize[]; faults: ImportFault[] } {
  const real = sizes.filter(({ size }) => size !== oneSize)
  if (real.length === 0) return { sizes, faults: [] }
  const faults = sizes
    .filter(({ size, counted }) => size === oneSize && Number(counted ?? 0) > 0)
    .map(({ line }) => ({
      ...{
        line,
        column: 'counted',
        message: 'A product has one size or several: count this one as 0, or leave it out.',
      },
    }))
  return { sizes: real, faults }
}

/** A size that is on sale, as it was when the file was read. */
export interface StoredSize extends SizeInput {
  /** Null while it is not counted. */
  on_hand: number | null
}

/**
 * The sizes that a product has after the import: those of the file, and those that the file lacks. A product of one size gets the
 * sizes of the file instead; when its pieces are counted, the file has to count the new sizes.
 * @returns undefined when they stay as they are
 */
export function mergeSizes(
  { line, sizes: sent }: Pick<FileProduct, 'line' | 'sizes'>,
  stored: readonly StoredSize[],
): { sizes: SizeInput[] | undefined; fault?: undefined } | { fault: ImportFault } {
  const [first] = stored
  const hasOne = first?.size === oneSize
  const namesReal = sent.some(({ size }) => size !== oneSize)
  const faultOf = (message: string) => ({ fault: { line: sent[0]?.line ?? line, column: 'size', message } })
  if (hasOne && namesReal && Number(first.on_hand) > 0 && !sent.some(({ counted }) => counted !== undefined))
    return faultOf(
      `${first.on_hand} pieces of this product are counted in one size: count its new sizes in the column counted.`,
    )
  const bySize = new Map(
    (hasOne && namesReal ? [] : stored).map(({ size, sku, barcode }) => [size, { size, sku, barcode }]),
  )
  const named = new Set<string>()
  for (const { size, sku, barcode, line: here } of sent) {
    if (named.has(size)) return { fault: { line: here, column: 'size', message: 'This size is there twice.' } }
    named.add(size)
    const before = bySize.get(size)
    bySize.set(size, {
      size,
      sku: sku === undefined ? (before?.sku ?? null) : sku,
      barcode: barcode === undefined ? (before?.barcode ?? null) : barcode,
    })
  }
  const read = readSizes([...bySize.values()])
  if (read.error !== undefined) return faultOf(read.error)
  const wanted = JSON.stringify(read.sizes)
  const before = stored.length > 0 ? stored.map(({ size, sku, barcode }) => ({ size, sku, barcode })) : [justOne]
  return { sizes: sent.length === 0 || wanted === JSON.stringify(before) ? undefined : read.sizes }
}

const justOne: SizeInput = { size: oneSize, sku: null, barcode: null }
