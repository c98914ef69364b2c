// Runs all checks that must pass before a commit. The last line is `N passed, N failed`.
//   npm test            all checks
//   npm run test:quick  during work on a change: unit and API tests, and one purchase in the browser
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { styleText } from 'node:util'
import { findDishonestTests } from './checks/honest-tests.ts'
import { findChromium, versionOf } from './chromium.mjs'

type Count = { passed: number; failed: number }
type VitestReport = {
  numPassedTests: number
  numTotalTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const root = path.dirname(import.meta.dirname)
process.chdir(root)
const reports = mkdtempSync(path.join(tmpdir(), 'vitrine-reports-'))
const running = new Set<ReturnType<typeof spawn>>()
let stoppedBy: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stoppedBy = signal
    for (const { pid } of running) if (pid) process.kill(-pid, 'SIGINT') // the whole process group, with everything that the tests have started
  })

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { check: string } }
const checks = scripts.check.split('&&').map(command => command.trim())
type Step = [string, () => Promise<Count>]
const build: Step = ['build', () => check(['node', 'scripts/prepare.mjs', 'build'])]
/** Tests that start processes and servers, move many rows, or wait for timers. */
const slow = [
  'src/server/{start,backups,db}/**',
  'src/server/cli/{shop,deploy-shop}.test.ts',
  'src/server/{main,prototype-names}.test.ts',
  'src/server/search/newest*.test.ts',
  'src/server/{images,products/pictures}/*storage.test.ts',
  'src/server/{mail/transports,products/import}/**',
  'src/server/payments/reconcile.test.ts',
  'scripts/prepare.test.ts',
]
const quick: Step[] = [
  build,
  ['unit and API tests', () => vitest(...slow.map(files => `--exclude=${files}`))],
  ['a purchase', () => playwright('checkout.spec.ts', '--project=desktop', '--grep=a guest buys three products')],
]
const supply = 'npm run supply'
const all: Step[] = [
  ['honest tests', honestTests],
  ...checks.filter(command => command !== supply).map((command): Step => [command, () => check(command.split(' '))]),
  [supply, () => supplyCheck],
  ['drawing package', () => check(['node', 'scripts/test-drawing.ts'])],
  build,
  ['unit and API tests', vitest],
  ['browser tests', playwright],
]

const isQuick = process.argv.includes('--quick')
/** It waits for the registry, so it runs beside the other checks and is printed after them. */
const supplyCheck = isQuick ? Promise.resolve({ passed: 0, failed: 0 }) : check(supply.split(' '), 'pipe')

const total: Count = { passed: 0, failed: 0 }
const failures: string[] = []
const summary: string[] = []
for (const [name, step] of isQuick ? quick : all) {
  console.log(styleText('bold', `\n${name}`))
  const begin = Date.now()
  const { passed, failed } = await step()
  if (stoppedBy) break
  total.passed += passed
  total.failed += failed
  const seconds = ((Date.now() - begin) / 1000).toFixed(1)
  summary.push(
    `${name.padEnd(24)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.padStart(7)} s`,
  )
}
rmSync(reports, { recursive: true })
if (stoppedBy) process.exit(128 + constants.signals[stoppedBy])

for (const failure of failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

async function honestTests(): Promise<Count> {
  const found = findDishonestTests()
  for (const line of found) console.error(line)
  return found.length > 0 ? { passed: 0, failed: found.length } : { passed: 1, failed: 0 }
}

async function check(command: string[], output: 'inherit' | 'pipe' = 'inherit'): Promise<Count> {
  return (await run(command, {}, output)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function vitest(...options: string[]): Promise<Count> {
  const file = path.join(reports, 'vitest.json')
  const status = await run([
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...options,
  ])
  const report = readReport<VitestReport>(file)
  for (const { name, message, assertionResults } of report?.testResults ?? []) {
    if (message) failures.push(`${path.relative(root, name)}\n${message}`)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed')
        failures.push(`${path.relative(root, name)} › ${fullName}\n${failureMessages.join('\n')}`)
  }
  return tally(status, report?.numPassedTests, report?.numTotalTests)
}

async function playwright(...options: string[]): Promise<Count> {
  const file = path.join(reports, 'playwright.json')
  const chromium = findChromium()
  if (chromium) console.log(`in ${chromium}, ${versionOf(chromium)}`)
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM: chromium }
  const status = await run(
    ['playwright', 'test', '--forbid-only', '--retries=0', '--reporter=list,json', ...options],
    env,
  )
  const stats = readReport<{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }>(file)?.stats
  return tally(status, stats?.expected, stats && stats.expected + stats.unexpected + stats.flaky + stats.skipped)
}

/** Counts whatever did not pass as failed, also a skipped test and a run that ended before its report. */
function tally(status: number, passed = 0, all = 0): Count {
  const failed = all - passed
  return { passed, failed: status === 0 && all > 0 ? failed : Math.max(failed, 1) }
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch (error) {
    console.error(`There is no report of this run: ${(error as Error).message}`)
    return undefined
  }
}

/** @param output `pipe` prints it all at the end */
function run(
  [command = '', ...args]: string[],
  env: Record<string, string | undefined> = {},
  output: 'inherit' | 'pipe' = 'inherit',
): Promise<number> {
  const bin = path.join(root, 'node_modules/.bin')
  const child = spawn(command, args, {
    stdio: ['inherit', output, output],
    detached: true,
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...env },
  })
  running.add(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', text => (printed += text))
  return new Promise((resolve, reject) =>
    child.on('error', reject).on('close', status => {
      running.delete(child)
      process.stdout.write(printed)
      resolve(status ?? 1)
    }),
  )
}
