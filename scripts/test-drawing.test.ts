import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawingInputs, testWhenChanged } from './test-drawing.ts'

let folder: string
let say: ReturnType<typeof vi.spyOn>
const run = vi.fn<() => boolean>()
const testPackage = () =>
  testWhenChanged({ folder, inputs: ['kit/**/*.ts', 'pictures/*.webp'], record: 'tested.sha256', run })

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrine-drawing-'))
  mkdirSync(path.join(folder, 'kit/deep'), { recursive: true })
  mkdirSync(path.join(folder, 'pictures'))
  writeFileSync(path.join(folder, 'kit/deep/mesh.ts'), 'export const sides = 3')
  writeFileSync(path.join(folder, 'pictures/ring.webp'), Buffer.from([1, 2, 3]))
  say = vi.spyOn(console, 'info').mockReturnValue()
  run.mockReset().mockReturnValue(true)
})
afterEach(() => {
  say.mockRestore()
  rmSync(folder, { recursive: true })
})

test('the tests of a package run once, and one line reports that they do not run again', () => {
  expect(testPackage()).toBe('passed')
  expect(testPackage()).toBe('unchanged')
  expect(run).toHaveBeenCalledTimes(1)
  expect(say.mock.calls).toEqual([
    [expect.stringContaining('something has changed')],
    [expect.stringContaining('nothing has changed')],
  ])
})

test.each([
  ['a changed source', () => writeFileSync(path.join(folder, 'kit/deep/mesh.ts'), 'export const sides = 4')],
  ['a new source', () => writeFileSync(path.join(folder, 'kit/vec.ts'), '')],
  ['a changed picture', () => writeFileSync(path.join(folder, 'pictures/ring.webp'), Buffer.from([1, 2, 4]))],
  ['a missing picture', () => rmSync(path.join(folder, 'pictures/ring.webp'))],
  ['a missing record', () => rmSync(path.join(folder, 'tested.sha256'))],
])('%s makes the tests run again', (_, change) => {
  testPackage()
  change()
  expect(testPackage()).toBe('passed')
  expect(run).toHaveBeenCalledTimes(2)
})

test('tests that fail leave no record and run again', () => {
  run.mockReturnValueOnce(false)
  expect(testPackage()).toBe('failed')
  expect(testPackage()).toBe('passed')
  expect(run).toHaveBeenCalledTimes(2)
})

test('the inputs of drawing/ are all of its sources and every picture that it draws', () => {
  const covered = new Set(globSync(drawingInputs))
  const committed = execFileSync(
    'git',
    ['ls-files', 'drawing', 'demo/pictures', 'src/web/public', 'src/server/products'],
    {
      encoding: 'utf8',
    },
  )
  const expected = committed
    .split('\n')
    .filter(file => /\.(?:avif|webp|png|svg)$|^drawing\/.*\.ts$|pictures\.json$/.test(file))
  expect(expected.length).toBeGreaterThan(500)
  expect(expected.filter(file => !covered.has(file))).toEqual([])
  expect(covered).toContain(path.join('node_modules', 'sharp', 'package.json'))
  expect(readFileSync('drawing/package.json', 'utf8')).toContain('test-drawing.ts')
})
