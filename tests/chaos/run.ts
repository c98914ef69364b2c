// Tries the shop's promises: crashes, duplicate events, forged carts, attackers, a failing database, overload.
//   npm run trials                        all of them
//   npm run trials -- --short             a small part of each
//   npm run trials -- crashes money       some of them
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs, styleText } from 'node:util'
import { atOnce } from './support/load/at-once.ts'
import type { Finding } from './support/trial.ts'

const names = [
  'crashes',
  'first-start',
  'events',
  'money',
  'refunds',
  'returns',
  'codes',
  'costs',
  'one-address',
  'stock',
  'drop',
  'input',
  'imports',
  'rights',
  'browser',
  'database',
  'disk',
  'clock',
  'database-upgrade',
  'restarts',
  'archive',
  'freezes',
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
await atOnce(options.short ? 2 : 1, positionals.length > 0 ? positionals : names, tryOne)
rmSync(folder, { recursive: true })

const met = all.filter(({ isMet }) => isMet).length
console.log(`\n${met} kept, ${all.length - met} broken`)

async function tryOne(name: string): Promise<void> {
  const file = path.join(folder, `${name}.json`)
  const title = styleText('bold', `\n${name}`)
  const args = [path.join(import.meta.dirname, `${name}.ts`), '--json', file, ...(options.short ? ['--short'] : [])]
  if (!options.short) console.log(title)
  const child = spawn(process.execPath, args, { stdio: ['inherit', options.short ? 'pipe' : 'inherit', 'inherit'] })
  const ended = new Promise(resolve => child.on('error', resolve).on('close', resolve))
  if (child.stdout) console.log(`${title}\n${await text(child.stdout)}`)
  const status = await ended
  if (existsSync(file)) all.push(...JSON.parse(readFileSync(file, 'utf8')))
  else all.push({ what: `${name} broke off`, figure: String(status), isMet: false })
  if (status !== 0) process.exitCode = 1
}
