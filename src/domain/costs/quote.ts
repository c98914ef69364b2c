import { type Static, Type } from 'typebox'
import { CheckoutRequest } from '../orders/checkout.ts'
import { ShownMethod } from './delivery.ts'

/** A cart with what was chosen for it: the body of a checkout. */
export const QuoteRequest = CheckoutRequest

/** The parts of what a cart costs now, in dollars. */
export const CostParts = Type.Object({
  goods: Type.Number(),
  discount: Type.Number(),
  delivery: Type.Number(),
  tax: Type.Number({ description: 'A part of the total' }),
  /** In percent; null without tax. */
  taxRate: Type.Union([Type.Number(), Type.Null()]),
  taxLabel: Type.String(),
  total: Type.Number(),
})
export type CostParts = Static<typeof CostParts>

/** What a cart would cost, and how it can be delivered. */
export const Quote = Type.Object({
  ...CostParts.properties,
  country: Type.String(),
  /** The chosen way; empty: delivery is free. */
  method: Type.String(),
  methods: Type.Array(ShownMethod),
  /** The goods that are missing until this way of delivery is free; null: it is, or never will be. */
  missingForFree: Type.Union([Type.Number(), Type.Null()]),
  totalError: Type.Optional(Type.String({ description: 'Why no order can be made of it' })),
  codeError: Type.Optional(Type.String({ description: 'Why the discount code cannot be used' })),
})
export type Quote = Static<typeof Quote>
