// Runs before `npm start` and `npm test`, on any Node from 20 on, so it is plain JavaScript.
//   node scripts/prepare.mjs            installs the packages of the lockfile when they have changed
//   node scripts/prepare.mjs build      and builds the pages when their sources have changed
//   node scripts/prepare.mjs browser    and ensures that there is a Chromium for the browser tests
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages } from './build.mjs'
import { findChromium, headlessShell } from './chromium.mjs'
import { filesIn } from './files-in.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
const bin = path.join(root, 'node_modules/.bin')

const lock = '.prepare.lock'
const installStamp = 'node_modules/.vitrine-stamp'
const buildStamp = 'build/.vitrine-stamp'
const pageSources = [
  'src/web',
  'src/domain',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'tsconfig.pages.json',
  'package.json',
  'package-lock.json',
]

try {
  const installed = `${process.platform} ${process.arch} ${hashOf(['package-lock.json'])}`
  await once(installStamp, () => installed, install)
  if (process.argv[2] === 'build') await once(buildStamp, () => hashOf(pageSources), build)
  if (process.argv[2] === 'browser') installBrowser()
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

/** Does the work unless the stamp shows that it is done. Concurrent starts wait for the first. */
async function once(stamp, current, work) {
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === current()
  if (isDone()) return
  await takeLock()
  try {
    if (isDone()) return
    const begun = current() // the next start builds what is edited meanwhile
    rmSync(stamp, { force: true })
    work()
    mkdirSync(path.dirname(stamp), { recursive: true })
    writeFileSync(stamp, begun)
  } finally {
    rmSync(lock, { force: true })
  }
}

function install() {
  console.log('Installing packages (this takes a moment, once)...')
  // These options override the user's npm settings, which could omit packages that the shop needs.
  const options = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--strict-allow-scripts', // only those that package.json names
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const command = npm && node ? [node, npm, ...options] : ['npm', ...options]
  run(command, 'The packages could not be installed. The lines above say why; mostly it is the network, so try again.')
  if (!existsSync(path.join(bin, 'node')))
    throw new Error(
      'The packages are installed, but Node 24 is not among them: update npm (npm install -g npm), then start again.',
    )
}

function build() {
  console.log('Building the pages...')
  buildPages(bin)
  console.log('The pages are built.')
}

function installBrowser() {
  const found = findChromium()
  const isDebian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  if (found && (process.env.CHROMIUM || !isDebian || path.basename(found) === headlessShell)) return
  if (process.env.CHROMIUM)
    throw new Error(
      `CHROMIUM is ${process.env.CHROMIUM}, which does not run: set it to a Chromium or Chrome, or leave it out.`,
    )
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  if (canInstall) {
    console.log('Installing Chromium for the browser tests...')
    try {
      installChromium()
    } catch (error) {
      if (!found) throw error
      console.log(`${error.message}\nThe tests run in ${found} instead.`)
    }
  }
  if (!findChromium())
    throw new Error(
      'The browser tests need Chromium or Chrome: install it (apt-get install chromium-headless-shell), or set CHROMIUM to where it is.',
    )
}

function installChromium() {
  const failure = 'Chromium could not be installed. The lines above say why.'
  run(['apt-get', 'update', '-qq'], failure)
  const known = spawnSync('apt-cache', ['show', headlessShell], { stdio: 'ignore' }).status === 0
  const chromium = known ? headlessShell : 'chromium'
  run(['apt-get', 'install', '-qq', '--yes', '--no-install-recommends', chromium, 'fonts-liberation'], failure, {
    DEBIAN_FRONTEND: 'noninteractive',
  })
}

/** Runs a command quietly; reports its output only when it fails. */
function run([command, ...args], failure, env = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  if (status === 0) return
  throw new Error([stdout, stderr, error?.message, failure].filter(Boolean).join('\n'))
}

function hashOf(places) {
  const hash = createHash('sha256')
  for (const place of places)
    for (const file of filesIn(place)) hash.update(`${file}\n`).update(readFileSync(file)).update('\n')
  return hash.digest('hex')
}

/** Takes the lock, a file with the id of the working process. A process that finds the file of a dead one takes over. */
async function takeLock() {
  let hasReported = false
  for (;;) {
    try {
      return writeFileSync(lock, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') {
        rmSync(lock, { force: true })
        throw error
      }
    }
    const holder = existsSync(lock) ? readFileSync(lock, 'utf8') : ''
    if (holder && !isPreparing(Number(holder))) {
      if (existsSync(lock) && readFileSync(lock, 'utf8') === holder) rmSync(lock, { force: true })
      continue
    }
    if (!hasReported) console.log(`Waiting for another start (process ${holder}) that installs or builds...`)
    hasReported = true
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

function isPreparing(pid) {
  if (pid === process.pid) return false // process ids repeat after a restart of the machine
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('prepare.mjs')
}

function explain({ code, message, path: place }) {
  if (code === 'EACCES' || code === 'EPERM')
    return `This user may not write to ${path.resolve(place ?? root)}: start as the user who owns this folder, or give it to this one (chown -R).`
  if (code === 'EROFS')
    return `${path.resolve(place ?? root)} is read-only, and something has to be installed or built first: do that where it can be written.`
  if (code === 'ENOSPC') return `The disk that holds ${root} is full: free some space and start again.`
  return message
}
