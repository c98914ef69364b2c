import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrivablePieces, type BoughtLine, type GoneLine, returnablePieces } from './returnable.ts'

const dress: BoughtLine = { position: 0, variantId: 'S', quantity: 2, refunded: 0 }
const gone = (line: Partial<GoneLine>): GoneLine => ({
  ...{ position: 0, variantId: 'S', pieces: 1, arrived: 0, isSettledWithoutRefund: false, swap: undefined },
  ...line,
})
const left = (bought: BoughtLine[], lines: GoneLine[]) =>
  returnablePieces(bought, lines).map(({ variantId, left: n }) => `${n} ${variantId}`)

test('what was bought can come back, less what is on its way or was refunded', () => {
  expect(left([dress], [])).toEqual(['2 S'])
  expect(left([dress], [gone({})])).toEqual(['1 S'])
  expect(left([{ ...dress, refunded: 1 }], [])).toEqual(['1 S'])
  expect(left([{ ...dress, refunded: 1 }], [gone({})])).toEqual(['0 S'])
})

test('a return that was settled after its order was refunded counts once', () => {
  const settled = gone({ arrived: 1, isSettledWithoutRefund: true })
  expect(left([{ ...dress, refunded: 1 }], [settled])).toEqual(['1 S'])
  expect(left([dress], [settled])).toEqual(['1 S'])
  expect(left([{ ...dress, refunded: 2 }], [settled])).toEqual(['0 S'])
})

test('a size that was sent instead can come back as well', () => {
  const open = gone({ swap: { variantId: 'M', isSent: false } })
  expect(left([dress], [open])).toEqual(['1 S'])
  const sent = gone({ arrived: 1, swap: { variantId: 'M', isSent: true } })
  expect(left([dress], [sent])).toEqual(['1 S', '1 M'])
  expect(left([dress], [sent, gone({ variantId: 'M', arrived: 1 })])).toEqual(['1 S', '0 M'])
})

test('a swap back to the first size counts towards it', () => {
  const one: BoughtLine = { ...dress, quantity: 1 }
  const there = gone({ arrived: 1, swap: { variantId: 'M', isSent: true } })
  const back = gone({ variantId: 'M', arrived: 1, swap: { variantId: 'S', isSent: true } })
  expect(left([one], [there, back])).toEqual(['1 S', '0 M'])
  expect(arrivablePieces([one], [there, back])).toMatchObject([
    { variantId: 'S', left: 1 },
    { variantId: 'M', left: 0 },
  ])
})

test('never more can come back than is paid and not refunded', () => {
  const line = fc.record({
    position: fc.constant(0),
    variantId: fc.constantFrom('S', 'M'),
    pieces: fc.integer({ min: 1, max: 3 }),
    arrived: fc.constant(0),
    isSettledWithoutRefund: fc.constant(false),
    swap: fc.option(fc.record({ variantId: fc.constantFrom('S', 'M', 'L'), isSent: fc.boolean() }), { nil: undefined }),
  })
  fc.assert(
    fc.property(fc.nat(5), fc.nat(5), fc.array(line, { maxLength: 6 }), (quantity, refunded, asked) => {
      const back = Math.min(refunded, quantity)
      const bought = [{ ...dress, quantity, refunded: back }]
      const accepted: GoneLine[] = []
      for (const each of asked) {
        const piece = returnablePieces(bought, accepted).find(({ variantId }) => variantId === each.variantId)
        if (each.pieces <= (piece?.left ?? 0)) accepted.push(each)
      }
      const unpaid = accepted.filter(({ swap }) => !swap?.isSent).reduce((sum, { pieces }) => sum + pieces, 0)
      expect(unpaid + back).toBeLessThanOrEqual(quantity)
      expect(arrivablePieces(bought, accepted).every(piece => piece.left >= 0)).toBe(true)
    }),
  )
})
