import { type Static, Type } from 'typebox'
import { formatCents } from '../money.ts'
import type { RefundState } from './order.ts'

export const maxReasonLength = 300

/** What an admin asks to refund. Without lines, delivery and amount it is everything that is left. */
export const RefundRequest = Type.Object({
  key: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
      description: "The refund's id, a UUID made by the browser: sent twice, it is one refund",
    }),
  ),
  lines: Type.Optional(
    Type.Array(
      Type.Object({
        position: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
        quantity: Type.Integer({ minimum: -1_000, maximum: 1_000 }),
      }),
      { maxItems: 100, description: 'Pieces of lines of the order, at their price less their part of the discount' },
    ),
  ),
  delivery: Type.Optional(Type.Boolean({ description: 'Also what was paid for the delivery' })),
  amount: Type.Optional(Type.Number({ minimum: -1e8, maximum: 1e8, description: 'A further amount, in dollars' })),
  reason: Type.Optional(Type.String({ maxLength: maxReasonLength, description: 'For admins only' })),
  returnId: Type.Optional(Type.String({ description: 'The return that it settles' })),
})
export type RefundRequest = Static<typeof RefundRequest>

/** Pieces of an order's line, and what came back for all of them together. */
export interface RefundedLine {
  position: number
  quantity: number
  cents: number
}

interface Line {
  position: number
  name: string
  quantity: number
  unitCents: number
  /** The line's part of the order's discount, for all its pieces together. */
  discountCents: number
}

/** An order as far as a refund looks at it. Money in cents. */
export interface RefundableOrder {
  amountCents: number
  deliveryCents: number
  lines: readonly Line[]
  refunds: readonly { state: RefundState; cents: number; lines: readonly RefundedLine[]; delivery: boolean }[]
}

/** The chosen parts of a refund. */
export interface RefundWish {
  lines?: readonly { position: number; quantity: number }[]
  delivery?: boolean
  /** A further amount. */
  amountCents?: number
}

/** What a refund returns. */
export interface RefundPlan {
  cents: number
  lines: RefundedLine[]
  delivery: boolean
  /** Whether it is all that is left of the order. */
  isRest: boolean
}

/** A pending refund counts like one that is done: its money is on the way. */
const standing = ({ refunds }: Pick<RefundableOrder, 'refunds'>) => refunds.filter(({ state }) => state !== 'failed')

/** What no refund has returned, or is about to return, in cents. */
export const leftCents = (order: Pick<RefundableOrder, 'amountCents' | 'refunds'>): number =>
  Math.max(0, order.amountCents - standing(order).reduce((sum, { cents }) => sum + cents, 0))

/** The pieces of a line that were refunded, and their cents. */
function refundedOf(order: RefundableOrder, position: number): { quantity: number; cents: number } {
  const parts = standing(order).flatMap(({ lines }) => lines.filter(line => line.position === position))
  return parts.reduce((sum, { quantity, cents }) => ({ quantity: sum.quantity + quantity, cents: sum.cents + cents }), {
    quantity: 0,
    cents: 0,
  })
}

/** What the first pieces of a line cost, less their share of its discount. */
const netOf = ({ unitCents, discountCents, quantity }: Line, pieces: number): number =>
  pieces * unitCents - Math.floor((discountCents * pieces) / quantity)

/** What further pieces of a line return: of the last ones what remains of the line, so that its sum is exact. */
function centsOf(line: Line, before: { quantity: number; cents: number }, pieces: number): number {
  const all = before.quantity + pieces
  if (all === line.quantity) return Math.max(0, netOf(line, all) - before.cents)
  return netOf(line, all) - netOf(line, before.quantity)
}

const wasDeliveryRefunded = (order: RefundableOrder) => standing(order).some(({ delivery }) => delivery)

/**
 * What can still be refunded of an order, in cents: in all, for its delivery (0 when nothing was paid or it was refunded), and of each
 * line for 1, 2, … of the pieces that were not refunded.
 */
export function refundable(order: RefundableOrder) {
  return {
    cents: leftCents(order),
    deliveryCents: wasDeliveryRefunded(order) ? 0 : order.deliveryCents,
    lines: order.lines.map(line => {
      const before = refundedOf(order, line.position)
      const pieces = Array.from({ length: Math.max(0, line.quantity - before.quantity) }, (_, n) =>
        centsOf(line, before, n + 1),
      )
      return { position: line.position, pieces }
    }),
  }
}

/**
 * What a refund of these parts of an order returns; without any part all that is left. No piece and no delivery is refunded twice,
 * and never more than is left.
 * @returns the refund, or why it cannot be, in one sentence
 */
export function planRefund(order: RefundableOrder, wish: RefundWish): RefundPlan | string {
  const left = leftCents(order)
  if (isRest(wish)) return { cents: left, lines: [], delivery: false, isRest: true }
  const { lines = [], delivery = false, amountCents = 0 } = wish
  const error = lineError(order, lines) ?? (delivery ? deliveryError(order) : undefined)
  if (error) return error
  if (amountCents < 0) return 'A refund cannot be negative.'
  const planned = order.lines.flatMap(line => {
    const { quantity = 0 } = lines.find(({ position }) => position === line.position) ?? {}
    const cents = centsOf(line, refundedOf(order, line.position), quantity)
    return quantity > 0 ? [{ position: line.position, quantity, cents }] : []
  })
  const goods = planned.reduce((sum, { cents }) => sum + cents, 0)
  const cents = goods + (delivery ? order.deliveryCents : 0) + amountCents
  if (cents === 0) return 'Choose what to refund: this comes to nothing.'
  if (cents > left)
    return `That is ${formatCents(cents)}, and only ${formatCents(left)} of this order is left to refund.`
  return { cents, lines: planned, delivery, isRest: cents === left }
}

/** Whether no part was chosen. */
export const isRest = ({ lines, delivery, amountCents }: RefundWish): boolean =>
  lines === undefined && delivery === undefined && amountCents === undefined

/** Whether a refund was asked for with these parts, whatever is left of its order by now. */
export function isSameRefund(
  refund: Omit<RefundPlan, 'lines'> & { lines: readonly RefundedLine[] },
  wish: RefundWish,
  deliveryCents: number,
): boolean {
  if (isRest(wish)) return refund.isRest && refund.lines.length === 0 && !refund.delivery
  const { lines = [], delivery = false, amountCents = 0 } = wish
  const wanted = lines.filter(({ quantity }) => quantity > 0)
  const goods = refund.lines.reduce((sum, { cents }) => sum + cents, 0)
  return (
    refund.delivery === delivery &&
    refund.lines.length === wanted.length &&
    wanted.every(({ position, quantity }) =>
      refund.lines.some(line => line.position === position && line.quantity === quantity),
    ) &&
    refund.cents === goods + (delivery ? deliveryCents : 0) + amountCents
  )
}

function lineError(order: RefundableOrder, lines: NonNullable<RefundWish['lines']>): string | undefined {
  if (new Set(lines.map(({ position }) => position)).size < lines.length) return 'Name each line of the order once.'
  for (const { position, quantity } of lines) {
    const line = order.lines.find(each => each.position === position)
    if (!line) return `This order has no line ${position}.`
    if (quantity < 0) return 'A refund cannot be negative.'
    const left = line.quantity - refundedOf(order, position).quantity
    if (quantity > left)
      return left > 0
        ? `Only ${left === 1 ? '1 piece' : `${left} pieces`} of ${line.name} can still be refunded.`
        : `All pieces of ${line.name} were refunded before.`
  }
  return undefined
}

function deliveryError(order: RefundableOrder): string | undefined {
  if (order.deliveryCents === 0) return 'Nothing was paid for the delivery.'
  return wasDeliveryRefunded(order) ? 'The delivery was refunded before.' : undefined
}
