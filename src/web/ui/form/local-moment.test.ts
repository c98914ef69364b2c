import { expect, test } from 'vitest'
import { localOf, momentOf } from './local-moment.ts'

const input = (value: string, badInput = false) => ({ value, validity: { badInput } as ValidityState })

test('a moment is the same after it was shown in the local time zone', () => {
  for (const moment of ['2026-11-27T08:30:00.000Z', '2026-07-01T22:15:00.000Z'])
    expect(momentOf(input(localOf(moment)))).toBe(moment)
})

test('no moment is an empty field, and a date typed in part is not taken for it', () => {
  expect(localOf(null)).toBe('')
  expect(momentOf(input(''))).toBeNull()
  const typedInPart = momentOf(input('', true))
  expect(typedInPart).not.toBeNull()
  expect(localOf(typedInPart)).toBe('')
})
