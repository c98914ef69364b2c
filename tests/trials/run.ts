// What the shop promises, tried on purpose: crashes, doubled events, hostile carts, attackers, a failing database, overload.
//   npm run trials                        all of them
//   npm run trials -- --short             a small part of each
//   npm run trials -- crashes money       some of them
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
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
  'load',
]

const { values: options, positionals } = parseArgs({
  options: { short: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = positionals.filter(name => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no trial '${unknown.join("', '")}'. Known are ${names.join(', ')}.`)
  process.exit(2)
}
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-trials-'))
const all: Finding[] = []
for (const name of positionals.length > 0 ? positionals : names) await tryOne(name)
rmSync(folder, { recursive: true })

const kept = all.filter(({ isKept }) => isKept).length
console.log(`\n${kept} kept, ${all.length - kept} broken`)

async function tryOne(name: string): Promise<void> {
  const file = path.join(folder, `${name}.json`)
  console.log(styleText('bold', `\n${name}`))
  const args = [path.join(import.meta.dirname, `${name}.ts`), '--json', file, ...(options.short ? ['--short'] : [])]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const status = await new Promise(resolve => child.on('error', resolve).on('close', resolve))
  if (existsSync(file)) all.push(...JSON.parse(readFileSync(file, 'utf8')))
  else all.push({ what: `${name} broke off`, figure: String(status), isKept: false })
  if (status !== 0) process.exitCode = 1
}
