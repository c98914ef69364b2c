import { expect, test } from 'vitest'
import { bannedIn } from './banned-words.ts'

test('names of a dialect of our own are found, in code alone', () => {
  expect(bannedIn("const till = keepHouse('a letter') // whoever")).toEqual(['till', 'keepHouse'])
  expect(bannedIn('const keepAlive = <p>The house</p>', { isTsx: true })).toEqual([])
})
