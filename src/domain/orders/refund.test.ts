import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leftCents, planRefund, type RefundableOrder, type RefundPlan, type RefundWish, refundable } from './refund.ts'

/** Three pieces with a discount of 10 cents that does not divide, another line, and a delivery: $125.00 in all. */
const order = (refunds: RefundableOrder['refunds'] = []): RefundableOrder => ({
  amountCents: 12_500,
  deliveryCents: 510,
  lines: [
    { position: 0, name: 'Silk dress', quantity: 3, unitCents: 3_000, discountCents: 10 },
    { position: 2, name: 'Straw hat', quantity: 1, unitCents: 3_000, discountCents: 0 },
  ],
  refunds,
})
const done = (plan: RefundPlan | string, state: 'asked' | 'done' | 'failed' = 'done') => {
  if (typeof plan === 'string') throw new Error(plan)
  return { ...plan, state }
}
const plan = (wish: RefundWish, refunds?: RefundableOrder['refunds']) => planRefund(order(refunds), wish)
const some = (position: number, quantity: number) => ({ lines: [{ position, quantity }] })

test('without a part all that is left goes back, less what is done or pending', () => {
  expect(plan({})).toEqual({ cents: 12_500, lines: [], delivery: false, isRest: true })
  const refunds = [done(plan({ amountCents: 500 })), done(plan({ amountCents: 1_000 }), 'asked')]
  expect(plan({}, refunds)).toMatchObject({ cents: 11_000 })
  expect(plan({}, [done(plan({ amountCents: 500 }), 'failed')])).toMatchObject({ cents: 12_500 })
})

test('pieces return their price less their share of the discount, the last ones what remains of the line', () => {
  const first = done(plan(some(0, 1)))
  expect(first).toMatchObject({ cents: 2_997, lines: [{ position: 0, quantity: 1, cents: 2_997 }], isRest: false })
  const second = done(plan(some(0, 1), [first]))
  const third = done(plan(some(0, 1), [first, second]))
  expect([second.cents, third.cents]).toEqual([2_997, 2_996])
  expect(done(plan(some(0, 3))).cents).toBe(first.cents + second.cents + third.cents)
})

test('pieces, the delivery and a further amount add up; all that is left is the rest', () => {
  expect(plan({ ...some(2, 1), delivery: true, amountCents: 1 })).toMatchObject({ cents: 3_511, delivery: true })
  expect(plan({ amountCents: 12_500 })).toMatchObject({ cents: 12_500, isRest: true })
})

test.each<[string, RefundWish, RefundWish[]]>([
  ['All pieces of Straw hat were refunded before.', some(2, 1), [some(2, 1)]],
  ['Only 1 piece of Silk dress can still be refunded.', some(0, 2), [some(0, 2)]],
  ['Only 3 pieces of Silk dress can still be refunded.', some(0, 4), []],
  ['This order has no line 1.', some(1, 1), []],
  [
    'Name each line of the order once.',
    {
      lines: [
        { position: 0, quantity: 1 },
        { position: 0, quantity: 1 },
      ],
    },
    [],
  ],
  ['The delivery was refunded before.', { delivery: true }, [{ delivery: true }]],
  [
    'That is $100.01, and only $100.00 of this order is left to refund.',
    { amountCents: 10_001 },
    [{ amountCents: 2_500 }],
  ],
  ['Choose what to refund: this comes to nothing.', { lines: [], delivery: false, amountCents: 0 }, []],
  ['A refund cannot be negative.', { amountCents: -1 }, []],
  ['A refund cannot be negative.', some(0, -1), []],
])('%s', (sentence, wish, before) => {
  const refunds: ReturnType<typeof done>[] = []
  for (const each of before) refunds.push(done(plan(each, refunds)))
  expect(plan(wish, refunds)).toBe(sentence)
})

test('a delivery that was free is not refunded', () => {
  expect(planRefund({ ...order(), deliveryCents: 0 }, { delivery: true })).toBe('Nothing was paid for the delivery.')
})

test('what failed can be refunded again', () => {
  const failed = done(plan({ ...some(2, 1), delivery: true }), 'failed')
  expect(plan({ ...some(2, 1), delivery: true }, [failed])).toMatchObject({ cents: 3_510 })
})

const orders = fc
  .record({
    lines: fc.array(
      fc
        .record({ unitCents: fc.integer({ min: 0, max: 9_999 }), quantity: fc.integer({ min: 1, max: 9 }) })
        .chain(line =>
          fc
            .integer({ min: 0, max: line.unitCents * line.quantity })
            .map(discountCents => ({ ...line, discountCents })),
        ),
      { minLength: 1, maxLength: 4 },
    ),
    deliveryCents: fc.nat(2_000),
  })
  .map(
    ({ lines, deliveryCents }): RefundableOrder => ({
      lines: lines.map((line, position) => ({ ...line, position, name: 'Dress' })),
      deliveryCents,
      amountCents:
        deliveryCents + lines.reduce((sum, line) => sum + line.unitCents * line.quantity - line.discountCents, 0),
      refunds: [],
    }),
  )
const wishes = fc.array(
  fc.record({
    wish: fc.record(
      {
        lines: fc.array(fc.record({ position: fc.nat(4), quantity: fc.integer({ min: -1, max: 9 }) }), {
          maxLength: 3,
        }),
        delivery: fc.boolean(),
        amountCents: fc.integer({ min: -5, max: 500 }),
      },
      { requiredKeys: [] },
    ),
    fails: fc.boolean(),
  }),
  { maxLength: 12 },
)

test('whatever is asked for, never more goes back than was paid, and no piece and no delivery twice', () => {
  fc.assert(
    fc.property(orders, wishes, (bought, asked) => {
      let state = bought
      for (const { wish, fails } of asked) {
        const planned = planRefund(state, wish)
        if (typeof planned === 'string') continue
        expect(planned.cents).toBeGreaterThanOrEqual(0)
        expect(planned.lines.every(({ cents }) => cents >= 0)).toBe(true)
        state = { ...state, refunds: [...state.refunds, done(planned, fails ? 'failed' : 'done')] }
      }
      const standing = state.refunds.filter(refund => refund.state === 'done')
      expect(standing.reduce((sum, { cents }) => sum + cents, leftCents(state))).toBe(bought.amountCents)
      expect(standing.filter(({ delivery }) => delivery).length).toBeLessThanOrEqual(1)
      for (const { position, quantity } of bought.lines) {
        const pieces = standing.flatMap(({ lines }) => lines.filter(line => line.position === position))
        expect(pieces.reduce((sum, line) => sum + line.quantity, 0)).toBeLessThanOrEqual(quantity)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('the pieces of a line, refunded in whatever portions, return exactly what the line cost', () => {
  fc.assert(
    fc.property(orders, fc.array(fc.integer({ min: 1, max: 3 })), (bought, portions) => {
      let state = bought
      const [line] = bought.lines
      if (!line) return
      for (const portion of [...portions, line.quantity]) {
        const { pieces = [] } = refundable(state).lines[0] ?? {}
        const quantity = Math.min(portion, pieces.length)
        const planned = planRefund(state, some(0, quantity))
        if (typeof planned === 'string') continue // nothing is left, or pieces that cost nothing
        expect(planned.cents).toBe(pieces[quantity - 1])
        state = { ...state, refunds: [...state.refunds, done(planned)] }
      }
      const back = state.refunds.reduce((sum, { cents }) => sum + cents, 0)
      expect(line.unitCents * line.quantity - line.discountCents - back).toBe(0)
    }),
    { numRuns: 2_000 },
  )
})
