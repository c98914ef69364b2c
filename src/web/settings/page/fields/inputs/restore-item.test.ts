import { expect, test } from 'vitest'
import { restoreItem } from './restore-item.ts'

const saved = ['dress', 'shoes', 'hats', 'rings'].map(id => ({ id, name: id }))
const listOf = (...ids: string[]) => ids.map(id => ({ id, name: id }))
const restored = (id: string, items: { id: string; name: string }[]) =>
  restoreItem(items, saved, id).map(item => item.id)

test('a removed item is put back where it was', () => {
  expect(restored('shoes', listOf('dress', 'hats', 'rings'))).toEqual(['dress', 'shoes', 'hats', 'rings'])
  expect(restored('dress', listOf('shoes', 'hats', 'rings'))).toEqual(['dress', 'shoes', 'hats', 'rings'])
  expect(restored('rings', listOf('dress', 'shoes', 'hats'))).toEqual(['dress', 'shoes', 'hats', 'rings'])
})

test('it follows its neighbour when others were removed, moved or added', () => {
  expect(restored('hats', listOf('dress', 'rings'))).toEqual(['dress', 'hats', 'rings'])
  expect(restored('hats', listOf('rings', 'shoes', 'coats'))).toEqual(['rings', 'shoes', 'hats', 'coats'])
  expect(restored('dress', listOf('coats'))).toEqual(['dress', 'coats'])
})

test('what was typed in the other items stays', () => {
  const typed = [{ id: 'dress', name: 'Gowns' }]
  expect(restoreItem(typed, saved, 'shoes')).toEqual([
    { id: 'dress', name: 'Gowns' },
    { id: 'shoes', name: 'shoes' },
  ])
})
