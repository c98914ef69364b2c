import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'

/** Why a piece comes back. */
export const returnReasons = ['too small', 'too large', 'look', 'quality', 'faulty', 'late', 'other'] as const
export type ReturnReason = (typeof returnReasons)[number]

export const reasonLabels: Record<ReturnReason, string> = {
  'too small': 'It is too small',
  'too large': 'It is too large',
  look: 'It looks other than I thought',
  quality: 'The quality is not what I thought',
  faulty: 'It is faulty or damaged',
  late: 'It came too late',
  other: 'Another reason',
}

export const shortReasons: Record<ReturnReason, string> = {
  'too small': 'too small',
  'too large': 'too large',
  look: 'for their look',
  quality: 'for their quality',
  faulty: 'faulty',
  late: 'too late',
  other: 'for another reason',
}

/** Whether another size may help. */
export const isAboutSize = (reason: ReturnReason | null | undefined): boolean =>
  reason === 'too small' || reason === 'too large'

export const maxMessageLength = 1000
/** How long a swap holds the new size for goods that have not arrived. */
export const swapHoldDays = 21

const Uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })
const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' })
const Position = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'The line of the order' })
const Pieces = Type.Integer({ minimum: 0, maximum: 1000 })

/** What a buyer sends back. */
export const ReturnRequest = Type.Object({
  id: Type.Unsafe<string>({
    ...Uuid,
    description: "The return's id, made by the browser: sent twice, it is one return",
  }),
  lines: Type.Array(
    Type.Object({
      position: Position,
      variantId: Type.Optional(Uuid),
      quantity: Pieces,
      reason: literals(returnReasons),
      swap: Type.Optional(
        Type.Unsafe<string>({
          ...Uuid,
          description: 'The variant that the buyer wants instead: another size of the same product',
        }),
      ),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  message: Type.Optional(Type.String({ maxLength: maxMessageLength })),
})
export type ReturnRequest = Static<typeof ReturnRequest>

/** What has arrived of a return, and how many of it went back on the shelf: totals, so that sent twice nothing is done twice. */
export const Arrival = Type.Object({
  lines: Type.Array(
    Type.Object({ position: Position, variantId: Type.Optional(Uuid), arrived: Pieces, restocked: Pieces }),
    { minItems: 1, maxItems: 100 },
  ),
})
export type Arrival = Static<typeof Arrival>

export const returnStatuses = ['asked', 'arrived', 'refunding', 'settled', 'refused', 'cancelled'] as const
export type ReturnStatus = (typeof returnStatuses)[number]

const Optional = Type.Optional(Moment)

/** What a piece is, as its order says. */
const piece = {
  position: Position,
  variantId: Type.Optional(Type.String()),
  name: Type.String(),
  image: Type.String(),
  size: Type.Optional(Type.String()),
  color: Type.Optional(Type.String()),
}

export const ShownReturnLine = Type.Object({
  ...piece,
  quantity: Type.Integer(),
  reason: Type.Union([literals(returnReasons), Type.Null()]),
  arrived: Type.Integer(),
  restocked: Type.Integer(),
  swap: Type.Optional(
    Type.Object({ variantId: Type.String(), size: Type.String(), state: literals(['open', 'sent', 'ended']) }),
  ),
})
export type ShownReturnLine = Static<typeof ShownReturnLine>

/** A return as its buyer sees it. */
export const ShownReturn = Type.Object({
  _id: Type.String(),
  reference: Type.String({ description: "What people call it: the order's number, and which return of it this is" }),
  kind: literals(['return', 'withdrawal']),
  status: literals(returnStatuses),
  message: Type.String(),
  askedAt: Moment,
  ...{ arrivedAt: Optional, settledAt: Optional, refusedAt: Optional, cancelledAt: Optional },
  refusal: Type.Optional(Type.String()),
  heldUntil: Type.Optional(
    Type.String({ description: 'How long its swaps hold their pieces, unless it arrives before' }),
  ),
  refunded: Type.Number({ description: 'What has gone back for it, in dollars' }),
  lines: Type.Array(ShownReturnLine),
  parcels: Type.Array(
    Type.Object({ carrier: Type.String(), number: Type.String(), url: Type.Optional(Type.String()) }),
  ),
})
export type ShownReturn = Static<typeof ShownReturn>

/** A return as the shop's people see it. */
export const BoardReturn = Type.Object({
  ...ShownReturn.properties,
  order: Type.Union([
    Type.Object({
      _id: Type.String(),
      orderId: Type.String(),
      number: Type.Integer(),
      customer: Type.String(),
      isSent: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  withdrawal: Type.Optional(
    Type.Object({
      ...{ name: Type.String(), contract: Type.String(), email: Type.String() },
      pieces: Type.Union([Type.String(), Type.Null()]),
      isLate: Type.Boolean(),
      moneyDueAt: Moment,
      objectedAt: Optional,
    }),
  ),
  isOverdue: Type.Boolean({ description: 'The money of a withdrawal should have gone back' }),
})
export type BoardReturn = Static<typeof BoardReturn>

/** A piece of an order that its buyer holds. */
export const ReturnablePiece = Type.Object({
  ...piece,
  left: Type.Integer({ description: 'How many can be sent back' }),
  isSealed: Type.Boolean({
    description: 'Hygiene goods, which do not come back once unsealed: 2011/83/EU, article 16 (e)',
  }),
  swaps: Type.Array(
    Type.Object({
      ...{ variantId: Type.String(), size: Type.String(), available: Type.Boolean() },
      isLarger: Type.Optional(Type.Boolean({ description: 'Missing when the size of the piece is no longer known' })),
    }),
    { description: 'The other sizes, from small to large' },
  ),
})
export type ReturnablePiece = Static<typeof ReturnablePiece>

/** What a buyer sees before something goes back. */
export const ReturnPage = Type.Object({
  number: Type.Integer(),
  policy: Type.String({ description: "The shop's rules in words" }),
  why: Type.Optional(Type.String({ description: 'Why nothing can be sent back' })),
  until: Type.Optional(Type.String({ description: 'The last moment to ask' })),
  address: Type.Array(Type.String(), { description: 'Where the parcel goes' }),
  labelLink: Type.String({ description: 'Where the buyer gets a label; empty without' }),
  pieces: Type.Array(ReturnablePiece),
  returns: Type.Array(ShownReturn),
})
export type ReturnPage = Static<typeof ReturnPage>
