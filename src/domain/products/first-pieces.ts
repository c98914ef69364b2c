import { labelOf } from './size.ts'
import { isPieces, maxCount } from './stock.ts'

/**
 * Reads the pieces that the sizes of a new product begin with, by the code of the size. A size without them is not counted. Never
 * throws: the error is one sentence.
 * @param sizes as `readSizes` reads them, each also with `pieces`, a whole number or a text of digits
 */
export function readFirstPieces(
  sizes: unknown,
): { pieces: Map<string, number>; error?: undefined } | { error: string } {
  const pieces = new Map<string, number>()
  for (const each of Array.isArray(sizes) ? sizes : []) {
    const { size, pieces: sent } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>
    const text = typeof sent === 'number' ? String(sent) : (sent ?? '')
    if (typeof size !== 'string' || (typeof text === 'string' && text.trim() === '')) continue
    const number = typeof text === 'string' && /^\s*\d+\s*$/.test(text) ? Number(text) : undefined
    if (!isPieces(number))
      return {
        error: `The pieces of ${labelOf(size)} must be a whole number from 0 to ${maxCount.toLocaleString('en')}.`,
      }
    pieces.set(size, number)
  }
  return { pieces }
}
