import { describe, expect, test } from 'vitest'
import { describeFit, filterByFit, isHeight, listFitCounts, summarizeFit } from './review-fit.ts'

test('a height of a person is a whole number of cm', () => {
  expect([100, 230].map(isHeight)).toEqual([true, true])
  expect([99, 231, 170.5, Number.NaN, '170', undefined].map(isHeight)).toEqual(Array(6).fill(false))
})

describe('the summary of the fit', () => {
  const sum = (small: number, right: number, large: number) =>
    summarizeFit(listFitCounts({ [-1]: small, 0: right, 1: large }))

  test('says what most reviewers say', () => {
    expect(sum(8, 2, 1)).toBe('Runs small: 8 of 11 say so')
    expect(sum(1, 3, 1)).toBe('True to size: 3 of 5 say so')
    expect(sum(0, 0, 5)).toBe('Runs large: 5 of 5 say so')
    expect(sum(200, 1000, 100)).toBe('True to size: 1,000 of 1,300 say so')
  })

  test('needs five answers', () => {
    expect(sum(4, 0, 0)).toBeUndefined()
    expect(sum(0, 0, 0)).toBeUndefined()
    expect(summarizeFit([])).toBeUndefined()
  })

  test('puts none forward when two or three answers lead', () => {
    for (const [small, right, large] of [
      [3, 3, 0],
      [0, 3, 3],
      [4, 1, 4],
      [2, 2, 2],
    ] as const)
      expect(sum(small, right, large)).toBe('Opinions on the fit differ')
  })
})

test('the line of a review names only what is known', () => {
  const usualSize = { size: 'alpha-M', label: 'M' }
  expect(describeFit({ boughtSize: usualSize, heightCm: 172, usualSize, fit: -1 })).toBe(
    'Bought in M · 172 cm · usually wears M · runs small',
  )
  expect(describeFit({ usualSize })).toBe('Usually wears M')
  expect(describeFit({ fit: 0 })).toBe('True to size')
  expect(describeFit({})).toBeUndefined()
})

test('reviews are limited to a size that was bought and to heights within 5 cm', () => {
  const [m, s] = [
    { size: 'alpha-M', label: 'M' },
    { size: 'alpha-S', label: 'S' },
  ]
  const reviews = [
    { _id: 'a', boughtSize: m, heightCm: 167 },
    { _id: 'b', boughtSize: s, heightCm: 177 },
    { _id: 'c', usualSize: m, heightCm: 166 },
    { _id: 'd', boughtSize: m },
  ]
  const ids = (filter: Parameters<typeof filterByFit>[1]) => filterByFit(reviews, filter).map(({ _id }) => _id)
  expect(ids({})).toEqual(['a', 'b', 'c', 'd'])
  expect(ids({ size: 'M' })).toEqual(['a', 'd'])
  expect(ids({ heightCm: 172 })).toEqual(['a', 'b'])
  expect(ids({ size: 'M', heightCm: 172 })).toEqual(['a'])
})
