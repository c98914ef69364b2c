import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLinks } from './link-fields.ts'

const idOf = (n: number) => `0196a000-0000-7000-8000-00000000000${n}`
const ids = (count: number) => Array.from({ length: count }, (_, n) => idOf(n))

test('lists are read in their order, and what was not sent is left out', () => {
  expect(readLinks({ related: [idOf(2), idOf(1).toUpperCase()] })).toEqual({ links: { related: [idOf(2), idOf(1)] } })
  expect(readLinks({ related: ids(4), look: ids(6) })).toEqual({ links: { related: ids(4), look: ids(6) } })
  expect(readLinks({})).toEqual({ links: {} })
  for (const none of [null, '', []]) expect(readLinks({ look: none })).toEqual({ links: { look: [] } })
})

test.each([
  [{ related: ids(5) }, 'A product can have at most 4 related pieces, these are 5.'],
  [{ look: ids(7) }, 'A product can have at most 6 pieces in its look, these are 7.'],
  [{ related: [idOf(1), idOf(1).toUpperCase()] }, 'Related piece 2 is there twice.'],
  [{ look: [idOf(1), 'x'] }, 'Piece of the look 2 must be the id of a product.'],
  [{ look: [[idOf(1)]] }, 'Piece of the look 1 must be the id of a product.'],
  [{ related: { 0: idOf(1) } }, 'The related pieces must be a list of ids of products.'],
  [{ look: idOf(1) }, 'The pieces in its look must be a list of ids of products.'],
])('%j is refused in one sentence', (sent, error) => {
  expect(readLinks(sent)).toEqual({ error })
})

test('nothing that is sent throws', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (related, look) => {
      const { error } = readLinks({ related, look })
      expect(error === undefined || /^[A-Z].*\.$/.test(error)).toBe(true)
    }),
  )
})
