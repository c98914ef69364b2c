import { expect, test } from 'vitest'
import { bannedIn } from './banned-words.ts'

test('banned names are found in code, not in texts and comments', () => {
  expect(bannedIn("const till = keepHouse('a letter') // whoever")).toEqual(['till', 'keepHouse'])
  expect(bannedIn('const keepAlive = <p>The house</p>', { isTsx: true })).toEqual([])
})
