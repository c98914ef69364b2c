import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'
import { FieldError, fieldsOf } from '../settings/fields.ts'
import type { DiscountKind } from './costs.ts'

export const discountKinds = ['percent', 'fixed', 'delivery'] as const satisfies DiscountKind[]

/** A discount code as its owner edits it. `value`: hundredths of a percent, cents, or 0 for free delivery. Times are ISO. */
export const DiscountCodeFields = Type.Object({
  code: Type.String(),
  kind: literals(discountKinds),
  value: Type.Integer(),
  category: Type.Union([Type.String(), Type.Null()]),
  minCents: Type.Integer({ description: 'The least sum of goods' }),
  startsAt: Type.Union([Type.String(), Type.Null()]),
  endsAt: Type.Union([Type.String(), Type.Null()]),
  maxUses: Type.Union([Type.Integer(), Type.Null()]),
  isOnce: Type.Boolean({ description: 'Once for each account; guests have to log in' }),
  isActive: Type.Boolean(),
})
export type DiscountCodeFields = Static<typeof DiscountCodeFields>

/** A discount code in the owner's list. `sum` in dollars: what its paid orders that were not deleted cost less. */
export const ManagedDiscountCode = Type.Object({
  _id: Type.String(),
  ...DiscountCodeFields.properties,
  version: Type.Integer({ description: 'Send it back with a change' }),
  uses: Type.Integer({ description: 'Orders that count for its limit: the waiting and the deleted ones included' }),
  sum: Type.Number(),
})
export type ManagedDiscountCode = Static<typeof ManagedDiscountCode>

/** An order that used a code. Money in dollars. */
export const DiscountUse = Type.Object({
  orderId: Type.String(),
  number: Type.Integer(),
  email: Type.Union([Type.String(), Type.Null()]),
  discount: Type.Number(),
  amount: Type.Number(),
  paymentState: Type.String(),
  at: Type.String(),
})
export type DiscountUse = Static<typeof DiscountUse>

const codePattern = /^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/

/** A code as it is stored and compared: without the spaces around it, in capitals. */
export const tidyCode = (typed: string): string => typed.trim().toUpperCase()

/** Whether a text can be a code at all; lookalikes of other alphabets and spaces cannot. */
export const isCode = (text: string): boolean => codePattern.test(text)

export const noCode = 'A code has 3 to 30 of the letters A to Z, digits and hyphens, and no spaces: SPRING-20.'

const maxCents = 99_999_999
const maxUses = 1_000_000

/**
 * Reads a discount code that an admin sends.
 * @returns its fields, or one sentence about the first that cannot be used
 */
export function readDiscountCode(
  sent: unknown,
): { fields: DiscountCodeFields; error?: undefined } | { error: string; field: string } {
  try {
    return { fields: readFields(sent) }
  } catch (error) {
    if (error instanceof FieldError) return { error: error.message, field: error.field }
    throw error
  }
}

function readFields(sent: unknown): DiscountCodeFields {
  const { value, text, moment, fail } = fieldsOf(sent)
  const whole = (name: string, min: number, max: number, sentence: string): number => {
    const number = value(name)
    const isUsable = typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
    return isUsable ? number || 0 : fail(name, sentence) // never -0
  }
  const code = tidyCode(text('code', 'The code', 100, { isNeeded: true }))
  if (!isCode(code)) fail('code', noCode)
  const kind = discountKinds.find(each => each === value('kind')) ?? fail('kind', 'Choose what the code takes off.')
  const startsAt = moment('startsAt', 'The beginning')
  const endsAt = moment('endsAt', 'The end')
  if (startsAt && endsAt && startsAt >= endsAt) fail('endsAt', 'The end must come after the beginning.')
  const values: Record<DiscountKind, () => number> = {
    percent: () => whole('value', 1, 10_000, 'The percentage must be more than 0 and at most 100.'),
    fixed: () => whole('value', 1, maxCents, 'The amount must be more than 0.'),
    delivery: () => 0,
  }
  return {
    code,
    kind,
    value: values[kind](),
    category: kind === 'delivery' || !value('category') ? null : text('category', 'The category', 100),
    minCents: whole('minCents', 0, maxCents, 'The least sum of goods must be 0 or more.'),
    startsAt,
    endsAt,
    maxUses:
      (value('maxUses') ?? null) === null
        ? null
        : whole('maxUses', 1, maxUses, 'The number of orders must be a whole number from 1 to 1,000,000.'),
    isOnce: value('isOnce') === true,
    isActive: value('isActive') !== false,
  }
}

/**
 * Why a code does not make an order cheaper. The database decides it, see `begin_checkout`. `underway` is what is `taken` by a payment
 * of the same buyer that can no longer be closed.
 */
export type CodeRefusal = 'unknown' | 'min' | 'category' | 'login' | 'once' | 'taken' | 'underway' | 'nothing'

interface RefusedCode {
  /** The least sum of goods, as it is printed. */
  min?: string
  /** The name of the category, as buyers read it. */
  category?: string | null
}

/** The sentence for a refused code. Unknown, not begun, ended and used up are one, so that nobody learns which codes exist. */
export const codeRefusalSentence = (refusal: CodeRefusal, { min, category }: RefusedCode = {}): string =>
  ({
    unknown: 'This code cannot be used.',
    taken: 'This code cannot be used.',
    underway:
      'A payment of yours that is still under way uses this code. Remove the code to go on without it, or wait for that payment.',
    min: `This code is for orders with goods for at least ${min}.`,
    category: `This code is for ${category} only, and your cart has none.`,
    login: 'Please log in to use this code: it is for one order of each customer.',
    nothing: 'With this code nothing is left to pay by card. Remove it, or add something to your cart.',
    once: 'You have used this code before: it is for one order of each customer.',
  })[refusal]
