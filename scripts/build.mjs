// Builds the pages in a temporary folder and then replaces the last build file by file, so that a running shop misses no file.
// Plain JavaScript, like prepare.mjs.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { filesIn } from './files-in.mjs'

const folder = 'build'
const unfinished = '.next-'
const entry = 'server/index.js'
const list = '.vitrine-files'
const retentionMs = 30 * 24 * 60 * 60 * 1000

/** Builds the pages. The last build stays unchanged unless the sources pass the type check and the build succeeds. */
export function buildPages(bin) {
  removeUnfinished()
  const next = path.join(folder, `${unfinished}${process.pid}`)
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    VITRINE_BUILD: next,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
  }
  const run = (program, ...args) => runWith(env, path.join(bin, program), args)
  try {
    run('react-router', 'typegen')
    run('tsc', '--pretty', 'false', '--project', 'tsconfig.pages.json')
    run('react-router', 'build')
    publish(next)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}

function runWith(env, program, args) {
  const { status, signal, error, stdout, stderr } = spawnSync(program, args, {
    env,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  const killed = signal && `The build was ended by ${signal}, which mostly means that the memory was full.`
  if (status !== 0) throw new Error(failure(error?.message ?? killed ?? (stderr || stdout)))
}

/** Deletes what killed builds have left. */
function removeUnfinished() {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (name.startsWith(unfinished)) rmSync(path.join(folder, name), { recursive: true, force: true })
}

/**
 * Moves the new build into place file by file, so that no file is missing at any moment, and the entry, which names all others,
 * last. Files that the new build no longer has stay for 30 days: for the running shop until its restart, and for open pages.
 */
function publish(next) {
  const before = filesOf(folder)
  const ownFiles = path.join(folder, list)
  const last = new Set(existsSync(ownFiles) ? JSON.parse(readFileSync(ownFiles, 'utf8')) : before)
  const files = filesOf(next)
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    renameSync(path.join(next, file), path.join(folder, file))
  }
  const now = new Date()
  for (const file of before.filter(name => !files.includes(name))) {
    const place = path.join(folder, file)
    if (last.has(file)) utimesSync(place, now, now)
    else if (now.getTime() - statSync(place).mtimeMs > retentionMs) rmSync(place)
  }
  writeFileSync(path.join(next, list), JSON.stringify(files))
  renameSync(path.join(next, list), ownFiles)
}

function filesOf(build) {
  const files = ['client', 'server'].flatMap(part => filesIn(path.join(build, part)))
  const names = files.map(file => path.relative(build, file))
  return [...names.filter(name => name !== entry), ...names.filter(name => name === entry)]
}

function failure(output) {
  const plain = stripVTControlCharacters(output).replaceAll(`${process.cwd()}${path.sep}`, '')
  const typeErrors = new Map() // one per source line, because further errors mostly follow from the first
  for (const [, file, line, column, what] of plain.matchAll(/^(\S+)\((\d+),(\d+)\): error TS\d+: (.+)/gm)) {
    const place = `${file}:${line}`
    if (!typeErrors.has(place)) typeErrors.set(place, `${place}:${column}: ${what}`)
  }
  const errors = [
    ...typeErrors.values(),
    ...[...plain.matchAll(/^\[[^\][\n]+\] (.+)\n *╭─\[ (\S+) \]/gm)].map(([, what, where]) => `${where}: ${what}`),
  ]
  const withoutStack = plain.replaceAll(/^ +at .*\n?/gm, '').trim()
  return [
    existsSync(path.join(folder, entry))
      ? 'The pages were not built; the shop still has the old ones. What is wrong:'
      : 'The pages were not built. What is wrong:',
    ...(errors.length > 0 ? errors : [withoutStack]),
    'Mend it and build again before the shop is started anew.',
  ].join('\n')
}
