import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCents } from '../money.ts'
import { includedTax } from './costs.ts'
import { creditLines, invoiceNumber, nextCredit, withNets } from './invoice.ts'

test('a number has its year and at least five digits', () => {
  expect(invoiceNumber({ year: 2026, number: 17 })).toBe('2026-00017')
  expect(invoiceNumber({ year: 2027, number: 123_456 })).toBe('2027-123456')
})

describe('credit notes', () => {
  test('of 1 of 3 parts have their part of the tax, and the last one what remains of it', () => {
    const invoice = { amountCents: 10_000, taxCents: 1_597 }
    const first = { creditedCents: 0, refundedCents: 3_333, refundCents: 3_333 }
    expect(nextCredit(invoice, first)).toEqual({ amountCents: 3_333, taxCents: 532 })
    const last = { creditedCents: 3_333, refundedCents: 10_000, refundCents: 6_667 }
    expect(nextCredit(invoice, last)).toEqual({ amountCents: 6_667, taxCents: 1_065 })
  })

  test('never come to more than the invoice, or than what went back', () => {
    const invoice = { amountCents: 100, taxCents: 16 }
    const paidMore = { creditedCents: 0, refundedCents: 150, refundCents: 150 }
    expect(nextCredit(invoice, paidMore)).toEqual({ amountCents: 100, taxCents: 16 })
    const afterFailure = { creditedCents: 30, refundedCents: 30, refundCents: 30 }
    expect(nextCredit(invoice, afterFailure)).toBeUndefined()
    const partlyAfterFailure = { creditedCents: 30, refundedCents: 50, refundCents: 50 }
    expect(nextCredit(invoice, partlyAfterFailure)).toMatchObject({ amountCents: 20 })
  })

  test('of a fully refunded order have exactly its tax, however it was refunded', () => {
    const cents = fc.integer({ min: 1, max: 5_000_000 })
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 3_000 }),
        (parts, taxBp) => {
          const amountCents = parts.reduce((sum, part) => sum + part, 0)
          const invoice = { amountCents, taxCents: includedTax(amountCents, taxBp) }
          let [creditedCents, taxCents] = [0, 0]
          for (const refundCents of parts) {
            const refundedCents = creditedCents + refundCents
            const note = nextCredit(invoice, { creditedCents, refundedCents, refundCents })
            expect(note?.amountCents).toBe(refundCents)
            expect(note?.taxCents).toBeGreaterThanOrEqual(0)
            expect(note?.taxCents).toBeLessThanOrEqual(refundCents)
            creditedCents += note?.amountCents ?? 0
            taxCents += note?.taxCents ?? 0
          }
          expect(taxCents).toBe(invoice.taxCents)
        },
      ),
    )
  })

  const order = { deliveryCents: 500, lines: [{ position: 1, name: 'Silk dress', sku: 'SD-1' }] }
  const dress = { position: 1, quantity: 2, cents: 3_000 }
  const linesOf = (...args: Parameters<typeof creditLines>) =>
    creditLines(...args).map(({ name, quantity, totalCents }) => [name, quantity, totalCents])

  test('name the pieces, the delivery and a further amount', () => {
    expect(linesOf(order, { lines: [dress], delivery: true }, 3_600)).toEqual([
      ['Silk dress', 2, 3_000],
      ['Delivery', null, 500],
      ['Further amount', null, 100],
    ])
  })

  test('of an amount alone, or less than its parts, name the amount', () => {
    expect(linesOf(order, { lines: [], delivery: false }, 700)).toEqual([['Refunded amount', null, 700]])
    expect(linesOf(order, { lines: [dress], delivery: false }, 700)).toEqual([['Refunded amount', null, 700]])
  })
})

test('the net parts of the lines add up to the amount without its tax', () => {
  const line = { name: 'Ring', sku: null, quantity: 1, unitCents: 100, discountCents: 0 }
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 50 }), totals => {
      const amountCents = totals.reduce((sum, each) => sum + each, 0)
      const sum = { amountCents, taxCents: includedTax(amountCents, 2_000) }
      const lines = withNets(
        totals.map(totalCents => ({ ...line, totalCents })),
        sum,
      )
      expect(lines.reduce((net, each) => net + toCents(each.net), 0)).toBe(amountCents - sum.taxCents)
      for (const { net, total } of lines) expect(net).toBeLessThanOrEqual(total)
    }),
  )
})
