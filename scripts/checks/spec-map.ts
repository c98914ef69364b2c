// docs/spec.md maps every line of the specification to the test that proves it. This check finds what is missing.
import { globSync, readFileSync } from 'node:fs'

/** The number of lines of each chapter of the specification: list items and table rows. */
const minRows: Record<string, number> = {
  '1. What the product does and for whom': 4,
  '2. Screens and routes': 63,
  '3. Entities and their fields': 14,
  '4. States and transitions': 11,
  '5. Validation rules': 9,
  '6. Roles and permissions': 6,
  '7. The calls it makes': 25,
  '8. The error catalogue': 29,
  '9. Business constants and limits': 12,
}

const reference = /^([\w./-]+\.(?:test|spec)\.tsx?): "(.+)"$/
const titleOfTest = /(?:\b(?:test|it|asCustomer|asAdmin)|\))\(\s{0,20}(['"`])((?:\\.|(?!\1)[^\\]){1,300})\1\s{0,20},/g

interface Row {
  chapter: string
  section: string
  requirement: string
  shownBy: string
}

/**
 * Returns the faults of the map, one sentence for each.
 * @param map the text of docs/spec.md
 * @param sources the texts of the test files, by path
 */
export function specMapFaults(map: string, sources: Record<string, string>): string[] {
  const rows = readRows(map)
  const titles = new Map(Object.entries(sources).map(([file, source]) => [file, titlesIn(source)]))
  return [...missingRows(rows), ...repeatedRows(rows), ...rows.flatMap(row => faultsOf(row, titles))]
}

/** Returns the faults of docs/spec.md, with the test files of the repository. */
export function findSpecMapFaults(): string[] {
  const files = globSync(['{src,demo,scripts}/**/*.test.{ts,tsx}', 'tests/**/*.{test,spec}.{ts,tsx}'])
  const sources = Object.fromEntries(files.map(file => [file, readFileSync(file, 'utf8')]))
  return specMapFaults(readFileSync('docs/spec.md', 'utf8'), sources)
}

function readRows(map: string): Row[] {
  const rows: Row[] = []
  let [chapter, section] = ['', '']
  for (const line of map.split('\n')) {
    if (line.startsWith('## ')) chapter = line.slice(3).trim()
    if (/^##+ /.test(line)) section = line.replace(/^#+ /, '').trim()
    if (!line.startsWith('|') || /^\|[\s|-]*$/.test(line) || line.startsWith('| requirement |')) continue
    const [, requirement = '', shownBy = ''] = line.split('|').map(cell => cell.trim())
    rows.push({ chapter, section, requirement, shownBy })
  }
  return rows
}

function missingRows(rows: Row[]): string[] {
  return Object.entries(minRows).flatMap(([chapter, fewest]) => {
    const found = rows.filter(row => row.chapter === chapter).length
    return found < fewest ? [`${chapter}: ${found} rows, the specification has ${fewest}`] : []
  })
}

function repeatedRows(rows: Row[]): string[] {
  const places = Map.groupBy(rows, ({ section, requirement }) => `${section}: ${requirement}`)
  return [...places].filter(([, same]) => same.length > 1).map(([place]) => `${place} stands there twice`)
}

function faultsOf({ section, requirement, shownBy }: Row, titles: Map<string, Set<string>>): string[] {
  const fault = (sentence: string) => [`${section}: ${requirement || '(no requirement)'}: ${sentence}`]
  if (!requirement) return fault('the row names nothing')
  if (!shownBy) return fault('nothing shows it')
  if (shownBy.startsWith('not shown:')) return shownBy === 'not shown:' ? fault('no reason is given') : []
  return shownBy.split('<br>').flatMap(proof => {
    const [, file = '', title = ''] = reference.exec(proof.trim()) ?? []
    if (!file) return fault(`"${proof}" is neither a test nor not shown`)
    const known = titles.get(file)
    if (!known) return fault(`there is no file ${file}`)
    return known.has(title) ? [] : fault(`${file} has no test "${title}"`)
  })
}

const titlesIn = (source: string) =>
  new Set([...source.matchAll(titleOfTest)].map(([, , title = '']) => title.replaceAll(/\\(['"`])/g, '$1')))
