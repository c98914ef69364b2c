import { type Static, type TSchema, Type } from 'typebox'
import { StockCount } from '../products/stock.ts'
import { returnReasons } from '../returns/return.ts'
import { literals } from '../schema.ts'

/** With so many free pieces or fewer a size is low, unless its product has a threshold of its own. */
export const usuallyLowAt = 3
export const maxLowAt = 1_000

/** What the board shows: everything, what is low, broken runs, or what is not counted yet. */
export const boardViews = ['low', 'broken', 'uncounted'] as const
export type BoardView = (typeof boardViews)[number]

/** A size in a stock take: what should have lain there when it began, and what was counted. */
export const TakenCount = Type.Object({
  expected: Type.Union([Type.Integer(), Type.Null()]),
  foundBefore: Type.Union([Type.Integer(), Type.Null()], {
    description: 'What should have lain there when it was counted; null while it is not',
  }),
  counted: Type.Union([Type.Integer(), Type.Null()]),
})

/** A size on the board, in pieces. */
export const BoardSize = Type.Object({
  ...StockCount.properties,
  sku: Type.Optional(Type.String()),
  barcode: Type.Optional(Type.String()),
  isLow: Type.Boolean(),
  waiting: Type.Integer({ description: 'People who want to be told when it is back' }),
  take: Type.Optional(TakenCount),
})
export type BoardSize = Static<typeof BoardSize>

/** A product on the board. */
export const BoardProduct = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  color: Type.String({ description: 'The shade, or the color when it has none' }),
  category: Type.String(),
  image: Type.String({ description: 'An absolute URL' }),
  lowAt: Type.Union([Type.Integer(), Type.Null()], { description: `Its own threshold; null means ${usuallyLowAt}` }),
  isBroken: Type.Boolean({ description: 'A middle size is gone while others are there' }),
  sizes: Type.Array(BoardSize),
})
export type BoardProduct = Static<typeof BoardProduct>

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** A size on sale that was found by a code. */
export const FoundSize = Type.Object({
  code: Type.String({ description: 'As it was asked for' }),
  variantId: Type.String(),
  productId: Type.String(),
  name: Type.String({ description: "The product's name" }),
  color: Type.String({ description: 'The shade, or the color when it has none' }),
  size: Type.String({ description: 'As shoppers read it' }),
  sku: orNull(Type.String()),
  barcode: orNull(Type.String()),
  shelf: orNull(Type.Integer({ description: 'What lies on the shelf; null while it is not counted' })),
})
export type FoundSize = Static<typeof FoundSize>

/** The whole stock in figures; money in major units. */
export const StockFigures = Type.Object({
  pieces: Type.Integer({ description: 'On hand, in counted sizes' }),
  value: Type.Number({ description: 'At the prices of today' }),
  costKnownOf: Type.Integer({ description: 'Of these pieces, those whose deliveries said what they cost' }),
  cost: Type.Number({ description: 'What these have cost, by the mean of the deliveries of their size' }),
  low: Type.Integer({ description: 'Sizes that are low' }),
  broken: Type.Integer({ description: 'Products whose run is broken' }),
  uncounted: Type.Integer({ description: 'Sizes on sale that are not counted, 1,000 at most' }),
})
export type StockFigures = Static<typeof StockFigures>

export const movementKinds = ['received', 'held', 'released', 'sold', 'returned', 'counted', 'corrected'] as const

/** Why the pieces of a size changed. */
export const Movement = Type.Object({
  _id: Type.String(),
  at: Type.String(),
  size: Type.String({ description: 'As shoppers read it' }),
  kind: Type.Unsafe<(typeof movementKinds)[number]>(Type.String({ enum: [...movementKinds] })),
  onHand: Type.Integer({ description: 'By how many pieces the number changed' }),
  held: Type.Integer({ description: 'By how many the held ones changed' }),
  left: Type.Integer({ description: 'On hand after it' }),
  order: Type.Optional(Type.Object({ orderId: Type.String(), number: Type.Integer() })),
  isOfReturn: Type.Optional(Type.Boolean({ description: 'A swap, or pieces that came back' })),
  delivery: Type.Optional(Type.Object({ _id: Type.String(), note: Type.String() })),
  by: Type.Optional(Type.String({ description: "The admin's e-mail" })),
  reason: Type.Optional(Type.String()),
})
export type Movement = Static<typeof Movement>

/** What became of the pieces of a size since it is counted. */
export const SoldThrough = Type.Object({
  variantId: Type.String(),
  size: Type.String({ description: 'As shoppers read it' }),
  isOnSale: Type.Boolean(),
  received: Type.Integer({ description: 'By deliveries that were not taken back' }),
  counted: Type.Integer({ description: 'By counts and corrections, the first count included' }),
  sold: Type.Integer(),
  returned: Type.Integer({ description: 'Put back on the shelf' }),
  cameBack: Type.Integer({ description: 'Arrived by returns' }),
  reasons: Type.Array(Type.Object({ reason: literals(returnReasons), pieces: Type.Integer() }), {
    description: 'Why, the most frequent first',
  }),
  left: Type.Union([Type.Integer(), Type.Null()], { description: 'On hand; null while it is not counted' }),
  daysWithout: Type.Integer({ description: 'Of the last 90 days, those without any piece, as a sum of hours' }),
})
export type SoldThrough = Static<typeof SoldThrough>

export const daysWithoutOf = 90

/** A color of a style, with its sizes. */
export const SoldThroughOfProduct = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  color: Type.String(),
  lowAt: Type.Union([Type.Integer(), Type.Null()], { description: `Its own threshold; null means ${usuallyLowAt}` }),
  sizes: Type.Array(SoldThrough),
})
export type SoldThroughOfProduct = Static<typeof SoldThroughOfProduct>

/** The part of what was there that was sold, in percent; undefined when nothing was there. */
export const soldPercent = ({ sold, left }: Pick<SoldThrough, 'sold' | 'left'>): number | undefined =>
  sold + (left ?? 0) > 0 ? Math.round((100 * sold) / (sold + (left ?? 0))) : undefined
