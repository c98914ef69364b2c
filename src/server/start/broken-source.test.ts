import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/database.ts'
import { brokenSource } from './broken-source.ts'

const project = path.resolve(import.meta.dirname, '../../..')
let folder: string

/** A shop as it is installed, without what is built. */
beforeAll(async () => {
  folder = await temporaryFolder()
  for (const part of ['package.json', 'src/server', 'src/domain'])
    await fs.cp(path.join(project, part), path.join(folder, part), { recursive: true })
  await fs.symlink(path.join(project, 'node_modules'), path.join(folder, 'node_modules'))
})
afterAll(() => fs.rm(folder, { recursive: true }))

test('a slip in a text of the house is said with its line when the shop starts', async () => {
  const shopInfo = path.join(folder, 'src/domain/shop-info.ts')
  const texts = await fs.readFile(shopInfo, 'utf8')
  await fs.writeFile(shopInfo, texts.replace(/name: '.*'/, "name: 'Anna's Shop'"))
  const { status, stdout, stderr } = spawnSync('node', ['src/server/main.ts'], { cwd: folder, encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `src/domain/shop-info.ts, line 3, cannot be read: Expected ',', got 'ident'. Look there and on the line before for a quote or a comma too many or too few, mend it, and start again.\n`,
  })
})

test('another failure is none of these', () => {
  expect(brokenSource(new TypeError('x is not a function'))).toBeUndefined()
  expect(brokenSource(new SyntaxError('Unexpected end of JSON input'))).toBeUndefined()
})
