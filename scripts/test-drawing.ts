// Runs the tests of drawing/ when anything they read has changed since they last passed. They take long, and most commits touch
// neither the sources nor the pictures.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

/** The sources, the catalogue they illustrate, the pictures they made, and the encoder. */
export const drawingInputs = [
  'drawing/package.json',
  'drawing/**/*.ts',
  'demo/catalogue.ts',
  'demo/pictures/**/*.{avif,webp,json}',
  'src/web/{art,content}/art.json',
  'src/web/art/from-files.ts',
  'src/web/public/**/*.{avif,webp,png,svg}',
  'src/server/products/placeholder/*.{avif,webp}',
  'node_modules/sharp/package.json',
]

const record = 'drawing/tested.sha256'

interface PackageTests {
  folder: string
  inputs: string[]
  /** The file that holds the hash of the inputs with which the tests last passed. */
  record: string
  run: () => boolean
}

/** Runs the tests unless the record holds the hash of the inputs, and writes the record when they pass. */
export function testWhenChanged({ folder, inputs, record, run }: PackageTests): 'unchanged' | 'passed' | 'failed' {
  const file = path.join(folder, record)
  const hash = hashFiles(folder, inputs)
  if (existsSync(file) && readFileSync(file, 'utf8').trim() === hash) {
    console.info(`${record}: nothing has changed since the tests passed, so they do not run again`)
    return 'unchanged'
  }
  console.info(`${record}: something has changed since the tests passed, so they run`)
  if (!run()) return 'failed'
  writeFileSync(file, `${hash}\n`)
  return 'passed'
}

function hashFiles(folder: string, patterns: string[]): string {
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  const files = globSync(patterns, { cwd: folder }).sort()
  return sha256(files.map(file => `${sha256(readFileSync(path.join(folder, file)))} ${file}\n`).join(''))
}

function runVitest(): boolean {
  const vitest = path.join(root, 'node_modules/.bin/vitest')
  return (
    spawnSync(vitest, ['run', '--config', 'drawing/vitest.config.ts'], { cwd: root, stdio: 'inherit' }).status === 0
  )
}

if (import.meta.main) {
  const result = testWhenChanged({ folder: root, inputs: drawingInputs, record, run: runVitest })
  process.exitCode = result === 'failed' ? 1 : 0
}
