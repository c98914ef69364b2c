import { describe, expect, test } from 'vitest'
import { type DeliveryFacts, isLate, lateFrom, moneyDueAt } from './deadline.ts'

const at = (text: string) => new Date(text)
const facts = (more: Partial<DeliveryFacts>): DeliveryFacts => ({ parcels: [], shippedAt: null, ...more })

describe('a withdrawal is late', () => {
  test('from the end of the 14th day after the day of the delivery on', () => {
    const delivered = facts({ parcels: [at('2026-03-02T00:00:00Z')] }) // a Monday
    expect(lateFrom(delivered)).toEqual(at('2026-03-17T00:00:00Z'))
    expect(isLate(delivered, at('2026-03-16T23:59:59.999Z'))).toBe(false)
    expect(isLate(delivered, at('2026-03-17T00:00:00Z'))).toBe(true)
    expect(lateFrom(facts({ parcels: [at('2026-03-02T23:59:59Z')] }))).toEqual(at('2026-03-17T00:00:00Z'))
  })

  test.each([
    ['Saturday', '2026-03-07T12:00:00Z'],
    ['Sunday', '2026-03-08T12:00:00Z'],
    ['Monday', '2026-03-09T12:00:00Z'],
  ])('only after Monday when the last day is a %s', (_, delivered) => {
    expect(lateFrom(facts({ parcels: [at(delivered)] }))).toEqual(at('2026-03-24T00:00:00Z'))
  })

  test('counted from the last of several parcels, in any order', () => {
    const parcels = [at('2026-03-05T12:00:00Z'), at('2026-03-03T12:00:00Z')]
    expect(lateFrom(facts({ parcels, shippedAt: at('2026-03-01T12:00:00Z') }))).toEqual(at('2026-03-20T00:00:00Z'))
  })

  test('counted from the dispatch and 14 days in transit, while a parcel is under way or none is known', () => {
    const shippedAt = at('2026-03-02T12:00:00Z')
    expect(lateFrom(facts({ shippedAt }))).toEqual(at('2026-03-31T00:00:00Z'))
    expect(lateFrom(facts({ shippedAt, parcels: [at('2026-03-04T12:00:00Z'), null] }))).toEqual(
      at('2026-03-31T00:00:00Z'),
    )
  })

  test('never, before anything was sent', () => {
    expect(lateFrom(facts({}))).toBeUndefined()
    expect(isLate(facts({ parcels: [null] }), at('2036-01-01T00:00:00Z'))).toBe(false)
  })
})

test('the money is due 14 days after the shop was told', () => {
  expect(moneyDueAt(at('2026-03-02T10:30:00Z'))).toEqual(at('2026-03-16T10:30:00Z'))
})
