import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }

export type Documents = Record<string, string>

/** Reads all Markdown documents of the repository, by path. */
export function readDocuments(): Documents {
  const list = [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.md',
    ':!src/server/content/defaults/*',
  ]
  const names = execFileSync('git', list, { encoding: 'utf8' }).split('\0').filter(Boolean)
  return Object.fromEntries(names.map(name => [name, readFileSync(name, 'utf8')]))
}

const set = String.raw`(?:[A-Z_]+=\S+ )*`
const programs =
  'apt-get|caddy|cp|curl|deploy/shop|docker|git|install|journalctl|ls|nginx|node|node_modules/.bin/\\w+|npm(?! run -)|rsync|scripts/\\S+|ss|ssh|stripe|systemctl|tar|touch|useradd|zstd'
const command = new RegExp(`^${set}(?:(?:${programs}) \\S|scripts/serve\\.sh|npm (?:start|test)$)`)

/** Returns the commands that a document tells its reader to type, from code and backticks, without the settings before them. */
export function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/^ {4,}(\S.*)$/gm), ...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const fenced = [...text.matchAll(/^```(?:sh)?\n([\s\S]*?)^```/gm)].flatMap(([, code = '']) => code.split('\n'))
  const withoutSu = [...blocks, ...fenced].map(line => /^su - \w+ -c '(.*)'$/.exec(line)?.[1] ?? line)
  const lines = withoutSu
    .flatMap(line => line.split(' && '))
    .map(line => line.split(/ {2,}/)[0]?.replace(/\/opt\/\w+\//, '') ?? '')
  return [...new Set(lines.filter(line => command.test(line)).map(line => line.replace(new RegExp(`^${set}`), '')))]
}

const tries = 'scripts/try-commands.ts'

const rowsOf = (table: string) =>
  [...table.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, start = '', by = '']) => ({ start, by }))

/** Finds commands that nothing runs, rows of the table that no document needs, and files in it that do not exist. */
export function commandFaults(documents: Documents, tableName: string): string[] {
  const rows = rowsOf(documents[tableName] ?? '')
  const found = Object.entries(documents).flatMap(([name, text]) =>
    name === tableName ? [] : commandsIn(text).map(line => ({ name, line })),
  )
  const scripts = packageFile.scripts as Record<string, string>
  const script = (line: string) => /^npm run (?:-s )?([\w:]+)/.exec(line)?.[1]
  const tried = readFileSync(tries, 'utf8')
  const isTried = (line: string, start: string) =>
    tried.includes(`'${script(line) ? `npm run ${script(line)}` : start}`)
  return [
    ...found
      .filter(({ line }) => !rows.some(({ start }) => line.startsWith(start)))
      .map(({ name, line }) => `${name}: nothing runs ${line}`),
    ...found
      .filter(({ line }) => scripts[script(line) ?? 'start'] === undefined)
      .map(({ name, line }) => `${name}: package.json does not know ${line}`),
    ...found
      .filter(({ line }) =>
        rows.some(({ start, by }) => line.startsWith(start) && by.startsWith(tries) && !isTried(line, start)),
      )
      .map(({ name, line }) => `${name}: ${tries} does not run ${line}`),
    ...rows
      .filter(({ start }) => !found.some(({ line }) => line.startsWith(start)))
      .map(({ start }) => `${tableName}: no document names ${start}`),
    ...rows
      .filter(({ by }) => /^\S+\.(?:ts|mjs)$/.test(by) && !existsSync(by))
      .map(({ by }) => `${tableName}: there is no ${by}`),
  ]
}

/** Finds links to missing files and to missing headings. */
export function linkFaults(documents: Documents): string[] {
  return Object.entries(documents).flatMap(([name, text]) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s(]*)(?:#([^)\s(]+))?\)/g)].flatMap(([, to = '', heading]) => {
      const file = to ? path.join(path.dirname(name), to) : name
      if (!existsSync(file)) return [`${name}: there is no ${to}`]
      return heading && !headingsOf(documents[file] ?? '').includes(heading)
        ? [`${name}: ${file} has no #${heading}`]
        : []
    }),
  )
}

/** Finds missing source files among those that a document names in backticks, by their path from the root. */
export function fileFaults(name: string, text: string): string[] {
  const named = [...text.matchAll(/`((?:src|tests|scripts|bench|demo)\/[\w./-]+\.\w+)`/g)].map(([, file = '']) => file)
  return named.filter(file => !existsSync(file)).map(file => `${name}: there is no ${file}`)
}

/**
 * Finds tests that a document quotes as `file` "title", "title" and that do not exist. A file may be named by the end of its path,
 * and a title by a part of it.
 */
export function quotedTestFaults(name: string, text: string): string[] {
  const files = execFileSync('git', ['ls-files', '*.ts'], { encoding: 'utf8' }).split('\n')
  return [...text.matchAll(/`([\w./-]+\.ts)`((?:,? "[^"]+")+)/g)].flatMap(([, end = '', quoted = '']) => {
    const sources = files.filter(file => `/${file}`.endsWith(`/${end}`)).map(file => readFileSync(file, 'utf8'))
    return [...quoted.matchAll(/"([^"]+)"/g)]
      .filter(([, title = '']) => !sources.some(source => source.includes(title)))
      .map(([, title]) => `${name}: ${end} has no "${title}"`)
  })
}

const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

/** Finds packages that the page about them lacks, and rows without a package. */
export function packageFaults(page: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = packageFile
  const named = Object.keys({ ...dependencies, ...devDependencies })
  const optional = Object.keys(optionalDependencies).map(name => `${name.split('/')[0]}/*`)
  const rows = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  return [...new Set([...named, ...optional])]
    .filter(name => !rows.includes(name))
    .concat(rows.filter(name => ![...named, ...optional].includes(name)))
}
