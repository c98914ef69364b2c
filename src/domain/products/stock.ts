import { type Static, Type } from 'typebox'
import { isUuid } from '../ids.ts'
import { literals } from '../schema.ts'

export const stockStates = ['in', 'low', 'held', 'out'] as const
export type StockState = (typeof stockStates)[number]

/** What shoppers are told about a size. One that is not counted is `in`. */
export const ShownStock = Type.Object({
  state: Type.Unsafe<StockState>(
    Type.String({
      enum: [...stockStates],
      description: '`low`: few pieces are left; `held`: all are in others’ open checkouts; `out`: none is there',
    }),
  ),
  left: Type.Optional(Type.Integer({ description: 'With `low`: 1 to 3 pieces' })),
})
export type ShownStock = Static<typeof ShownStock>

/** Reads the text of the database's function `stock_shown`, the only place that decides this: "in", "low-2", "held", "out". */
export function readShownStock(shown: string): ShownStock {
  const [state, left] = shown.split('-')
  return { state: stockStates.find(each => each === state) ?? 'in', ...(left && { left: Number(left) }) }
}

/** Whether a piece can be bought right now. */
export const isSellable = ({ state }: { state?: StockState }): boolean => state !== 'held' && state !== 'out'

/** What is said beside a size: "2 left", "sold out", "in others’ checkouts"; nothing when there are enough. */
export function stockNote({ state, left }: Partial<ShownStock>): string | undefined {
  if (state === 'low') return `${left} left`
  if (state === 'out') return 'sold out'
  return state === 'held' ? 'in others’ checkouts' : undefined
}

const whole = (description: string) => Type.Integer({ description })

/** A size as the owner counts it, in pieces. */
export const StockCount = Type.Object({
  variantId: Type.String(),
  size: Type.String({ description: 'A code, such as alpha-M or one' }),
  label: Type.String({ description: 'As shoppers read it' }),
  shelf: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'What lies on the shelf: what can be sold, what is held and what is to be packed; null while it is not counted',
  }),
  held: whole('Of these in open checkouts'),
  toPack: whole('Of these paid and not yet shipped'),
  owed: whole('Paid and missing: the next pieces that come are theirs'),
})
export type StockCount = Static<typeof StockCount>

export const ProductStock = Type.Object({
  counts: Type.Array(StockCount),
  isAnythingCounted: Type.Boolean({ description: 'Whether any size of the shop is counted' }),
})
export type ProductStock = Static<typeof ProductStock>

export const countResults = ['counted', 'changed', 'being_paid'] as const

/** What became of one count. */
export const CountAnswer = Type.Object({
  variantId: Type.String(),
  result: literals(countResults),
  shelf: Type.Union([Type.Integer(), Type.Null()], { description: 'The number that is stored now' }),
  message: Type.Optional(Type.String({ description: 'Why it was not counted' })),
})
export type CountAnswer = Static<typeof CountAnswer>

/** A number that somebody counted, in pieces. */
export interface Count {
  variantId: string
  shelf: number
  /** The number that was on the screen, null for a size that was not counted. */
  seen: number | null
}

export const maxCount = 1_000_000
export const maxCounts = 500

export const isPieces = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxCount

/** Reads a count as it is typed, or copied from a spreadsheet: `1000`, `1,000`. @returns undefined for a text that is none */
export function readTypedCount(text: string): number | undefined {
  const plain = text.trim()
  const digits = /^\d{1,3}(,\d{3})+$/.test(plain) ? plain.replaceAll(',', '') : plain
  return /^\d+$/.test(digits) && isPieces(Number(digits)) ? Number(digits) : undefined
}

/** Reads counts as an admin sends them. Never throws: the error is one sentence. */
export function readCounts(sent: unknown): { counts: Count[]; error?: undefined } | { error: string } {
  if (!Array.isArray(sent) || sent.length === 0) return { error: 'Send at least one count.' }
  if (sent.length > maxCounts) return { error: `At most ${maxCounts} counts can be sent at once.` }
  const counts: Count[] = []
  const named = new Set<string>()
  for (const [index, each] of sent.entries()) {
    const {
      variantId,
      shelf,
      seen = null,
    } = (typeof each === 'object' && each !== null ? each : {}) as Partial<Record<keyof Count, unknown>>
    const which = `Count ${index + 1}`
    if (typeof variantId !== 'string' || !isUuid(variantId)) return { error: `${which} names no size.` }
    if (!isPieces(shelf))
      return { error: `${which} must be a whole number from 0 to ${maxCount.toLocaleString('en')}.` }
    if (seen !== null && !isPieces(seen))
      return { error: `${which}: the number seen before must be a whole number, or null.` }
    const id = variantId.toLowerCase()
    if (named.has(id)) return { error: `${which} names a size that is there twice.` }
    named.add(id)
    counts.push({ variantId: id, shelf, seen })
  }
  return { counts }
}
