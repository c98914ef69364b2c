// Generates the table of docs/settings.md from the settings. Run `npm run settings` after a change; a test compares them.
import { readFileSync, writeFileSync } from 'node:fs'
import { type Setting, settings } from '../src/server/config/table.ts'

const file = 'docs/settings.md'
const [begin, end] = ['<!-- settings -->\n', '<!-- /settings -->']

function rowOf([name, { fallback, shownDefault, meaning }]: [string, Setting]): string {
  const constant = typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : ''
  return `| \`${name}\` | ${shownDefault ?? constant} | ${meaning} |\n`
}

/** Returns the text of docs/settings.md with the generated table. */
export function withTable(text: string): string {
  const rows = (Object.entries(settings) as [string, Setting][]).map(rowOf)
  const table = ['| setting | default | meaning |\n', '|---|---|---|\n', ...rows].join('')
  return text.slice(0, text.indexOf(begin) + begin.length) + table + text.slice(text.indexOf(end))
}

if (import.meta.main) writeFileSync(file, withTable(readFileSync(file, 'utf8')))
