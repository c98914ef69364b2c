import { type Static, Type } from 'typebox'
import { isUuid } from '../ids.ts'
import { formatCents, toCents } from '../money.ts'

export const deliveryLimits = { note: 200, lines: 500, pieces: 100_000, unitCents: 10_000_000 } as const

const PieceCost = Type.Number({ description: 'What a piece cost the shop, in its currency' })

/** Pieces of a size that came. */
export const DeliveryLine = Type.Object({
  variantId: Type.String(),
  productId: Type.String(),
  name: Type.String({ description: "The product's name" }),
  size: Type.String({ description: 'As shoppers read it' }),
  sku: Type.Optional(Type.String()),
  pieces: Type.Integer(),
  cost: Type.Optional(PieceCost),
})
export type DeliveryLine = Static<typeof DeliveryLine>

/** Pieces that came together. */
export const Delivery = Type.Object({
  _id: Type.String(),
  note: Type.String(),
  at: Type.String(),
  by: Type.String({ description: "The admin's e-mail; empty for the command line" }),
  pieces: Type.Integer(),
  cost: Type.Number({ description: 'In the shop’s currency, of the lines whose cost is known' }),
  lines: Type.Array(DeliveryLine),
  auditId: Type.Union([Type.String(), Type.Null()], {
    description: 'With which it can be taken back; null once it was',
  }),
})
export type Delivery = Static<typeof Delivery>

/** A delivery as an admin sends it. Its id is the key: sent twice, it is one delivery. */
export interface DeliveryInput {
  id: string
  note: string
  lines: { variantId: string; pieces: number; unitCents: number | null }[]
}

/**
 * Reads a delivery as an admin sends it. Never throws: the error is one sentence.
 * @param sent `{ id, note?, lines: [{ variantId, pieces, cost? }] }`, cost in major units a piece
 */
export function readDelivery(sent: unknown): { delivery: DeliveryInput; error?: undefined } | { error: string } {
  const { id, note = '', lines } = fieldsOf(sent)
  if (typeof id !== 'string' || !isUuid(id)) return { error: 'A delivery needs an id of its own, a UUID.' }
  if (typeof note !== 'string' || note.length > deliveryLimits.note)
    return { error: `The note must be a text of at most ${deliveryLimits.note} characters.` }
  if (!Array.isArray(lines) || lines.length === 0) return { error: 'A delivery needs at least one line.' }
  if (lines.length > deliveryLimits.lines)
    return { error: `A delivery can have at most ${deliveryLimits.lines} lines.` }
  const read = new Map<string, DeliveryInput['lines'][number]>()
  for (const [index, each] of lines.entries()) {
    const { variantId, pieces, cost = null } = fieldsOf(each)
    const which = `Line ${index + 1}`
    if (typeof variantId !== 'string' || !isUuid(variantId)) return { error: `${which} names no size.` }
    if (!isPieces(pieces))
      return {
        error: `${which}: the pieces must be a whole number from 1 to ${deliveryLimits.pieces.toLocaleString('en')}.`,
      }
    const unitCents = typeof cost === 'number' ? toCents(cost) : cost
    if (unitCents !== null && !isCost(unitCents))
      return {
        error: `${which}: a piece must cost from ${formatCents(0)} to ${formatCents(deliveryLimits.unitCents)}.`,
      }
    const key = variantId.toLowerCase()
    if (read.has(key)) return { error: `${which} names a size that is there twice.` }
    read.set(key, { variantId: key, pieces, unitCents })
  }
  return { delivery: { id: id.toLowerCase(), note: note.trim(), lines: [...read.values()] } }
}

const fieldsOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

const isPieces = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= deliveryLimits.pieces

const isCost = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= deliveryLimits.unitCents
