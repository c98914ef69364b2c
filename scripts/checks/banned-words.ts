// Finds identifiers with a word of the former vocabulary of this project, for which the field has a standard term.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'

/** The terms to use instead: e-mail, shop, audit entry, context, saved or cached, start or save, throttle, job (CONTRIBUTING.md). */
const banned =
  /^(letters?|house|deeds?|till|desk|kept|seldom|whoever|nights|chores?)$|^keep[A-Z]|Letter|House|Deed|Till[A-Z]|Desk|Kept|Seldom|Whoever|Nights|Chore/

/** Tables, fields of the API, characters of a text, and names from libraries. */
const allowed = new Set([
  ...['chore', 'house_news', 'letters', 'lettersToThisAddress'],
  ...['letter', 'plainLetters', 'letterSpacing'],
  ...['keepAlive', 'keepAliveTimeout', 'keepAliveMsecs', 'keepUnusedDataFor', 'keepalive'],
])

/** The banned identifiers of a TypeScript source, each once. */
export function bannedIn(source: string, { isTsx = false } = {}): string[] {
  const found = new Set<string>()
  visit(parseSync(source, { syntax: 'typescript', tsx: isTsx, target: 'es2024' }))
  return [...found]

  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const { type, value } = node as { type?: unknown; value?: unknown }
    if (type === 'Identifier' && typeof value === 'string' && banned.test(value) && !allowed.has(value))
      found.add(value)
    for (const child of Object.values(node)) visit(child)
  }
}

if (import.meta.main) {
  const list = execFileSync('git', ['ls-files', '*.ts', '*.tsx', ':!src/server/db/migrations'], {
    encoding: 'utf8',
  })
  const faults = list
    .split('\n')
    .filter(Boolean)
    .flatMap(file =>
      bannedIn(readFileSync(file, 'utf8'), { isTsx: file.endsWith('x') }).map(name => `${file}: ${name}`),
    )
  for (const fault of faults) console.error(`${fault} is a word of our own: name it as the field does`)
  if (faults.length > 0) process.exit(1)
}
