import { expect, test } from 'vitest'
import { valueAt, withValueAt } from './at-place.ts'

const home = { description: 'Dresses', heroes: [{ title: 'Spring' }, { title: 'Summer' }] }

test('reads a value within lists and objects by its place', () => {
  expect(valueAt(home, 'heroes.1.title')).toBe('Summer')
  expect(valueAt(home, 'description')).toBe('Dresses')
})

test('changes a value at its place, and leaves the original and the other items alone', () => {
  const changed = withValueAt(home, 'heroes.1.title', 'Autumn')
  expect(changed).toEqual({ description: 'Dresses', heroes: [{ title: 'Spring' }, { title: 'Autumn' }] })
  expect(home.heroes[1]?.title).toBe('Summer')
  expect(changed.heroes[0]).toBe(home.heroes[0])
})
