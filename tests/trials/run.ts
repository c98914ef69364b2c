// What the shop promises, tried on purpose: crashes, doubled events, hostile carts, attackers, a failing database, overload.
//   npm run trials                        all of them, under an hour on two cores
//   npm run trials -- --short             a small part of each, within a minute; `npm test` does it too
//   npm run trials -- crashes money       some of them
//   npm run trials -- --publish           all of them, and writes the figures into docs/reliability.md
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, styleText } from 'node:util'
import type { Finding } from './support/trial.ts'

const names = [
  'crashes',
  'first-start',
  'events',
  'money',
  'input',
  'rights',
  'browser',
  'database',
  'disk',
  'restarts',
]

interface Report {
  promise: string
  seconds: number
  findings: Finding[]
}

const { values: options, positionals } = parseArgs({
  options: { short: { type: 'boolean' }, publish: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = positionals.filter(name => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no trial '${unknown.join("', '")}'. Known are ${names.join(', ')}.`)
  process.exit(2)
}
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-trials-'))
const reports = new Map<string, Report>()
for (const name of positionals.length > 0 ? positionals : names) await tryOne(name)
rmSync(folder, { recursive: true })
if (options.publish) publish()

const all = [...reports.values()].flatMap(({ findings }) => findings)
const kept = all.filter(({ isKept }) => isKept).length
console.log(`\n${kept} kept, ${all.length - kept} broken`)

async function tryOne(name: string): Promise<void> {
  const file = path.join(folder, `${name}.json`)
  console.log(styleText('bold', `\n${name}`))
  const args = [path.join(import.meta.dirname, `${name}.ts`), '--json', file, ...(options.short ? ['--short'] : [])]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const status = await new Promise(resolve => child.on('error', resolve).on('close', resolve))
  const report: Report = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {
        promise: name,
        seconds: 0,
        findings: [{ what: `the trial ended by itself`, figure: `${status}`, isKept: false }],
      }
  reports.set(name, report)
  if (status !== 0) process.exitCode = 1
}

/** Replaces the tables between the two marks. */
function publish(): void {
  const page = path.join(import.meta.dirname, '../../docs/reliability.md')
  const [before = '', , after = ''] = readFileSync(page, 'utf8').split(/<!-- figures -->/)
  const tables = [...reports].map(([name, { promise, seconds, findings }]) =>
    [
      `### ${promise}`,
      '',
      `\`npm run trials -- ${name}\`, ${seconds} s`,
      '',
      '| tried | figure |',
      '|---|---|',
      ...findings.map(({ what, figure, isKept }) => `| ${what} | ${figure}${isKept ? '' : ' **broken**'} |`),
    ].join('\n'),
  )
  writeFileSync(page, `${before}<!-- figures -->\n\n${tables.join('\n\n')}\n\n<!-- figures -->${after}`)
}
