import { expect, test } from 'vitest'
import { describeLostDemand, readDays, topSizeOf } from './lost-demand.ts'

test('the sentence names the sum, the days and the size', () => {
  const asked = { value: 1240, days: 30 }
  expect(describeLostDemand({ ...asked, topSize: 'M', isMostly: true })).toBe(
    '$1,240.00 asked for and not sold in 30 days, mostly M',
  )
  expect(describeLostDemand({ ...asked, topSize: 'EU 40', isMostly: false })).toBe(
    '$1,240.00 asked for and not sold in 30 days, above all in EU 40',
  )
  expect(describeLostDemand({ value: 0.5, days: 1, topSize: null, isMostly: false })).toBe(
    '$0.50 asked for and not sold today',
  )
})

test('sizes that shoppers read alike are one, and only more than half is most', () => {
  const sums = [
    { size: 'alpha-S', cents: 500 },
    { size: 'alpha-M', cents: 300 },
    { size: 'acc-M', cents: 201 },
  ]
  expect(topSizeOf(sums)).toEqual({ topSize: 'M', isMostly: true })
  expect(topSizeOf([...sums, { size: 'eu-40', cents: 1 }])).toEqual({ topSize: 'M', isMostly: false })
})

test('no size is named for goods without sizes, and when nothing was worth anything', () => {
  expect(topSizeOf([{ size: 'one', cents: 500 }])).toEqual({ topSize: null, isMostly: false })
  expect(topSizeOf([{ size: 'alpha-M', cents: 0 }])).toEqual({ topSize: null, isMostly: false })
  expect(topSizeOf([])).toEqual({ topSize: null, isMostly: false })
})

test.each([
  [undefined, 30],
  ['', 30],
  ['many', 30],
  ['7', 7],
  ['7.9', 7],
  ['-3', 1],
  ['Infinity', 400],
  ['1e9', 400],
])('days=%s are %d days', (text, days) => expect(readDays(text)).toBe(days))
