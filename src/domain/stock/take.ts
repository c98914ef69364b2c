import { type Static, Type } from 'typebox'

export const takeNameLength = 80

/** A count of the whole shop or of a category, which may take days. */
export const StockTake = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  category: Type.Union([Type.String(), Type.Null()], { description: 'Null for the whole shop' }),
  startedAt: Type.String(),
  startedBy: Type.String({ description: "The admin's e-mail" }),
  endedAt: Type.Union([Type.String(), Type.Null()]),
  sizes: Type.Integer({ description: 'To be counted' }),
  counted: Type.Integer({ description: 'Counted so far' }),
  missing: Type.Integer({ description: 'Pieces fewer than expected, in the sizes with fewer' }),
  surplus: Type.Integer({ description: 'Pieces more than expected, in the sizes with more' }),
})
export type StockTake = Static<typeof StockTake>

/** Reads the start of a stock take. Never throws: the error is one sentence. */
export function readTake(sent: {
  name?: unknown
  category?: unknown
}): { name: string; category: string | null; error?: undefined } | { error: string } {
  const name = typeof sent.name === 'string' ? sent.name.trim() : ''
  if (name === '' || name.length > takeNameLength)
    return { error: `A stock take needs a name of at most ${takeNameLength} characters.` }
  const { category = null } = sent
  return category === null || typeof category === 'string'
    ? { name, category }
    : { error: 'There is no such category.' }
}
