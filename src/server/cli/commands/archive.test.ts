import { expect, test } from 'vitest'
import { shopCommand } from '../../../../tests/support/command.ts'
import { ageIdentity } from '../../config/values.ts'

test('archive:key prints a new key each time, which ARCHIVE_KEY takes', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => shopCommand(['archive:key'], {})))
  expect(one?.code).toBe(0)
  expect(ageIdentity(one?.out.trim() ?? '')).toBe(one?.out.trim())
  expect(one?.out).not.toBe(two?.out)
})
