import { expect, test } from 'vitest'
import { savedWith } from './saved-with.ts'

const at = (field: string, message: string) => ({ field, value: '', message })

test('what stands at no field is said whole, and of the fields the first', () => {
  expect(savedWith([])).toBe('Saved.')
  expect(savedWith([at('link', 'It leads nowhere.')])).toBe('Saved. It leads nowhere.')
  expect(savedWith([at('link', 'One.'), at('', 'Two.'), at('until', 'Three.'), at('', 'Four.')])).toBe(
    'Saved. Two. Four. One. The fields say what else is to be looked at.',
  )
})
