import { describe, expect, test } from 'vitest'
import {
  commandFaults,
  commandsIn,
  fileFaults,
  linkFaults,
  packageFaults,
  quotedTestFaults,
  readDocuments,
} from './documents.ts'

const documents = readDocuments()
const table = 'docs/commands.md'

test('every command in the documents is run by something, or its row says why not', () => {
  expect(commandFaults(documents, table)).toEqual([])
})

test('every link has a target', () => {
  expect(linkFaults(documents)).toEqual([])
})

test('the descriptions of a filter and of a purchase name files that exist', () => {
  const text = documents['docs/architecture.md'] ?? ''
  expect(fileFaults('docs/architecture.md', text.slice(0, text.indexOf('## How to add a module')))).toEqual([])
})

test('every test that a document quotes exists', () => {
  const faults = Object.entries(documents).flatMap(([name, text]) => quotedTestFaults(name, text))
  expect(documents['SECURITY.md']).toMatch(/\.test\.ts` "/)
  expect(faults).toEqual([])
})

test('every package has a row', () => {
  expect(packageFaults(documents['docs/dependencies.md'] ?? '')).toEqual([])
})

describe('a fault is found:', () => {
  const planted = (text: string) => ({
    'a.md': text,
    [table]: '| `npm start` | src/gone.ts |\n| `zstd -d` | by hand |\n| `tar` | scripts/try-commands.ts |',
  })

  test('a command that nothing runs, a row that no document needs, a missing file', () => {
    expect(commandFaults(planted('Type `A=1 npm start`, then `npm run trials`.'), table)).toEqual([
      'a.md: nothing runs npm run trials',
      `${table}: no document names zstd -d`,
      `${table}: no document names tar`,
      `${table}: there is no src/gone.ts`,
    ])
  })

  test('a command that its row says is tried, and is not', () => {
    expect(commandFaults(planted('    tar -x'), table)).toContain('a.md: scripts/try-commands.ts does not run tar -x')
  })

  test('a script that is not in package.json', () => {
    expect(commandFaults(planted('    npm run gone'), table)).toContain('a.md: package.json does not know npm run gone')
  })

  test('a link to a missing file, and to a missing heading', () => {
    const found = linkFaults({
      'README.md': '# The map\n[a](gone.md) [b](#the-map) [c](#no-map) [d](https://shop.example)',
    })
    expect(found).toEqual(['README.md: there is no gone.md', 'README.md: README.md has no #no-map'])
  })

  test('a missing file', () => {
    expect(fileFaults('a.md', 'See `src/gone.ts` and `package.json`.')).toEqual(['a.md: there is no src/gone.ts'])
  })

  test('a quoted test that does not exist, and one whose file does not', () => {
    const unwritten = ['never', 'written'].join(' ')
    const text = `\`checks/documents.test.ts\` "every link has a target", "${unwritten}"; \`gone.test.ts\` "it works"`
    expect(quotedTestFaults('a.md', text)).toEqual([
      `a.md: checks/documents.test.ts has no "${unwritten}"`,
      'a.md: gone.test.ts has no "it works"',
    ])
  })

  test('a package without a row, and a row without a package', () => {
    expect(packageFaults('| `left-pad` | why |')).toEqual(expect.arrayContaining(['fastify', 'vitest', 'left-pad']))
  })
})

test('commands are found in blocks, in fences and in sentences, also those for other users', () => {
  const text = [
    "    su - vitrine -c 'cd x && git pull'",
    '```sh',
    'curl -s x',
    '```',
    'Then `PORT=1 npm start` and `npm`.',
  ].join('\n')
  expect(commandsIn(text)).toEqual(['git pull', 'npm start', 'curl -s x'])
})
