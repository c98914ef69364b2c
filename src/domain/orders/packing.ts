import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'
import { AdminOrder, OrderMessage } from './order.ts'

/** What an order needs before it is packed; `packed` are those marked as shipped today, to check. */
export const packingViews = ['all', 'ready', 'waiting', 'packed'] as const
export type PackingView = (typeof packingViews)[number]

export const maxNoteLength = 1_000
export const maxNotesOfOrder = 50

/** What an admin wrote about an order, for admins only. `author` is an e-mail, `at` an ISO time. */
export const OrderNote = Type.Object({
  _id: Type.String(),
  text: Type.String(),
  author: Type.String(),
  at: Type.String(),
})
export type OrderNote = Static<typeof OrderNote>

/** An order in the packing list. */
export const PackingOrder = Type.Object({
  ...AdminOrder.properties,
  notes: Type.Array(OrderNote, { description: 'Oldest first' }),
  messages: Type.Array(OrderMessage, { description: 'What the buyer wrote about it, oldest first' }),
})
export type PackingOrder = Static<typeof PackingOrder>

/** The number of orders in each view. */
export const PackingCounts = Type.Object({
  all: Type.Integer(),
  ready: Type.Integer(),
  waiting: Type.Integer(),
  packed: Type.Integer(),
})
export type PackingCounts = Static<typeof PackingCounts>

export const maxShipped = 100

/** What became of an order that was to be marked as shipped, and the sentence that says so. */
export const shipSentences = {
  shipped: 'Marked as shipped.',
  already: 'It was marked as shipped before.',
  refunded: 'It was refunded: do not send it.',
  refunding: 'Its money is on the way back: do not send it.',
  cancelled: 'The buyer has cancelled it: do not send it.',
  withdrawn: 'Its buyer has withdrawn from it: do not send it, and look under Returns.',
  review: 'Its payment is in review: accept it first.',
  unchecked: 'It may have changed after the moment that was restored: check it on its page first.',
  waiting: 'Pieces of it are missing: ship it on its own page if it goes without them.',
  gone: 'There is no such order any more.',
} as const
export type ShipOutcome = keyof typeof shipSentences
const shipOutcomes = Object.keys(shipSentences) as ShipOutcome[]

export const ShipAnswer = Type.Object({
  _id: Type.String(),
  number: Type.Union([Type.Integer(), Type.Null()], { description: 'Null of an order that is gone' }),
  outcome: literals(shipOutcomes),
  sentence: Type.String(),
})
export type ShipAnswer = Static<typeof ShipAnswer>

/** The number of pieces that were paid and are not there yet. */
export const missingPieces = (products: readonly { owed?: number }[] = []): number =>
  products.reduce((sum, { owed = 0 }) => sum + owed, 0)
