import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/database.ts'
import { releaseOf } from './version.ts'

const commit = 'c0ffee1234567890c0ffee1234567890c0ffee12'
const other = '0123456789abcdef0123456789abcdef01234567'
let git: string
beforeEach(async () => {
  git = await temporaryFolder()
})
afterEach(() => rmSync(git, { recursive: true }))

const put = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(git, file)), { recursive: true })
  writeFileSync(path.join(git, file), text)
}
const number = /^\d+\.\d+\.\d+$/
const withCommit = /^\d+\.\d+\.\d+ \(c0ffee1\)$/

test('the number comes with the commit of a branch, of a packed branch and of a detached HEAD', () => {
  put('HEAD', 'ref: refs/heads/own/words\n')
  put('packed-refs', `# pack-refs\n${other} refs/heads/words\n${commit} refs/heads/own/words\n`)
  expect(releaseOf(git)).toMatch(withCommit)
  put('packed-refs', `${other} refs/heads/own/words\n`)
  put('refs/heads/own/words', `${commit}\n`)
  expect(releaseOf(git)).toMatch(withCommit)
  put('HEAD', `${commit}\n`)
  expect(releaseOf(git)).toMatch(withCommit)
})

test('without a readable commit, the number stands alone', () => {
  expect(releaseOf(path.join(git, 'none'))).toMatch(number)
  put('file', 'gitdir: /elsewhere\n')
  expect(releaseOf(path.join(git, 'file'))).toMatch(number)
  put('HEAD', 'ref: refs/heads/.invalid\n')
  expect(releaseOf(git)).toMatch(number)
  put('HEAD', 'Dear diary\n')
  expect(releaseOf(git)).toMatch(number)
})
