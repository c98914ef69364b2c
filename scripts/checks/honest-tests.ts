import { globSync, readFileSync } from 'node:fs'

const rules: [RegExp, string][] = [
  [
    /\b(?:test|it|describe|suite|asCustomer|asAdmin)(?:\.\w{1,20}){0,3}\.(?:skip|skipIf|runIf|todo|only|fails|fail|fixme|slow)\b/g,
    'leaves out, singles out or excuses a test',
  ],
  [/\b(xit|xtest|xdescribe|fit|fdescribe)\(/g, 'leaves out or singles out a test'],
  [/(^|[^.\w])skip\(/g, 'leaves out a test while it runs'],
  [/\b(skip|todo|only|fails)\s*:\s*true\b/g, 'leaves out, singles out or excuses a test'],
  [/\bretr(y|ies)\s*:\s*(?!0\b)[^,}\s]/g, 'repeats a test until it passes'],
  [/\bcatch\s*(?:\([^()]*\)\s*)?\{\s*\}/g, 'swallows an error'],
  [/\bexpect\(\s*(?:owner|customer)\.(?:role|username)\s*\)/g, 'asserts only what the test itself has set up'],
  [/\bexpect\(\s*(?:true|false|null|undefined|\d+|(['"])[^'"\n]*\1)\s*\)/g, 'asserts nothing of the shop'],
  [/'networkidle'/g, 'waits for silence instead of for what it needs'],
  [/\.waitForTimeout\(/g, 'waits for a time instead of for what it needs'],
  [/\.catch\(\s*(?:async )?\(?\w*\)? =>\s*(?:\{\s*\}|undefined|null)\s*\)/g, 'swallows an error'],
]

/** A comment, and not a URL, whose slashes follow a colon. */
const comment = /(?<!:)\/\/[^\n]*|\/\*[^*]*\*\//g

/** Finds what would let the tests of a file pass without proving anything, as `line: sentence`. */
export function dishonestLines(content: string): string[] {
  const source = content.replace(comment, text => text.replace(/[^\n]/g, ' ')) // so that a block with only comments counts as empty
  const found = rules.flatMap(([pattern, sentence]) =>
    [...source.matchAll(pattern)].map(match => ({
      line: source.slice(0, match.index).split('\n').length,
      sentence,
      text: match[0],
    })),
  )
  return found
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, sentence, text }) => `${line}: ${text.trim().split('\n')[0]} ${sentence}`)
}

/** Checks all test files and the settings of the test runners. */
export function findDishonestTests(): string[] {
  const files = globSync([
    '{src,demo,drawing,scripts,bench}/**/*.test.{ts,tsx}',
    'tests/**/*.{ts,tsx}',
    '{vitest,playwright,drawing/vitest}.config.ts',
  ])
  return files.toSorted().flatMap(file => dishonestLines(readFileSync(file, 'utf8')).map(line => `${file}:${line}`))
}
