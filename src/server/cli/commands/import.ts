import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Argument, type Command } from 'commander'
import {
  collectionInWords,
  type ImportChange,
  type ImportCount,
  type ImportFault,
  type ProductImport,
} from '#domain/products/product-import.ts'
import { undo } from '../../audit/undo.ts'
import { applyImport } from '../../products/import/apply-import.ts'
import { findCounts } from '../../products/import/import-counts.ts'
import { findChanges, findFaults, findImport } from '../../products/import/import-queries.ts'
import { deleteImport } from '../../products/import/old-imports.ts'
import { readImport } from '../../products/import/read-import.ts'
import { type Answer, CommandFailed, type Options, run, type Shop } from '../run.ts'
import { fileOf, type Terminal, typedIn } from '../terminal.ts'
import { progressBar } from './progress.ts'

interface ImportOptions extends Options {
  dryRun?: boolean
  undo?: string
}

const shownChanges = 1_000
const everything = { page: 1, limit: shownChanges }

export function importCommand(program: Command, terminal: Terminal): void {
  program
    .command('import')
    .description('put products on sale and change them from a CSV file, all of them or none')
    .addArgument(new Argument('<what>', 'what to read').choices(['products']))
    .argument('[file]', 'the file, with the columns of an export')
    .option('--dry-run', 'show its faults and what it would change, and change nothing')
    .option('--undo <import>', 'take an import back, within 30 days; it was named when it was done')
    .option('--json', 'answer in JSON')
    .action((_what: string, file: string | undefined, options: ImportOptions, command: Command) => {
      const { undo: id, dryRun = false } = options
      if (id && (file || dryRun)) command.error('error: --undo takes neither a file nor --dry-run')
      if (!id && !file) command.error('error: name the file to import')
      return run(terminal, options, shop =>
        file ? importFile(shop, fileOf(file, terminal.env), dryRun) : takeBack(shop, id ?? ''),
      )
    })
}

async function importFile(shop: Shop, file: string, isDryRun: boolean): Promise<Answer> {
  const id = await read(shop, file)
  const found = await findImport(shop.db, id)
  if (!found) throw new CommandFailed('Somebody has deleted this import meanwhile.')
  const changesNothing = found.added + found.changed + found.counts === 0
  if (found.faults > 0 || isDryRun || changesNothing) {
    const faults = await findFaults(shop.db, id, everything)
    const changes = isDryRun ? await findChanges(shop.db, shop.config.publicOrigin, id, everything) : []
    const counts = isDryRun ? await findCounts(shop.db, id, everything) : []
    await deleteImport(shop.db, id)
    return answerOf(found, faults, changes, counts)
  }
  const bar = progressBar(shop.terminal, 'Importing', found.added + found.changed + found.counts)
  await applyImport(shop, undefined, id, bar.add).finally(bar.end)
  const { added, changed, unchanged, collections } = found
  const { counted = 0, notCounted = 0 } = (await findImport(shop.db, id)) ?? {}
  const refused =
    notCounted > 0 ? await findCounts(shop.db, id, { page: 1, limit: Math.min(notCounted, shownChanges) }) : []
  const lines = [
    countsOf(found),
    ...found.collections.map(collectionInWords),
    ...(found.counts > 0 ? [`${counted} counts are stored, ${notCounted} not.`, ...refused.map(countLineOf)] : []),
    ...(found.pictures.total > 0 ? [`${found.pictures.total} pictures are fetched while the shop runs.`] : []),
    ...(added + changed > 0 ? [`Take it back with: ${typedIn(shop.terminal.env)} import products --undo ${id}`] : []),
  ]
  return {
    text: lines.join('\n'),
    data: { import: id, added, changed, unchanged, faults: [], collections, counted, notCounted, refused },
  }
}

async function read(shop: Shop, file: string): Promise<string> {
  const { size } = await stat(file)
  const bar = progressBar(shop.terminal, 'Reading', size)
  async function* bytes() {
    for await (const chunk of createReadStream(file)) {
      yield chunk as Buffer
      bar.add(chunk.length)
    }
  }
  const origin = shop.config.publicOrigin
  return await readImport(shop, { file: path.basename(file), actor: undefined, origin, bytes: bytes() }).finally(
    bar.end,
  )
}

function answerOf(found: ProductImport, faults: ImportFault[], changes: ImportChange[], counts: ImportCount[]): Answer {
  const { added, changed, unchanged, collections } = found
  const more = found.faults - faults.length
  const isBad = found.faults > 0
  const lines = [
    ...faults.map(({ line, column, message }) => `Line ${line}${column && `, ${column}`}: ${message}`),
    ...(more > 0 ? [`And ${more} faults more.`] : []),
    ...changes.map(lineOf),
    ...(added + changed > changes.length && !isBad ? [`And ${added + changed - changes.length} products more.`] : []),
    ...counts.map(countLineOf),
    ...(found.counts > counts.length && !isBad ? [`And ${found.counts - counts.length} counts more.`] : []),
    ...(isBad ? [] : collections.map(collectionInWords)),
    verdictOn(found),
  ]
  return {
    text: lines.join('\n'),
    data: { added, changed, unchanged, faultCount: found.faults, faults, changes, collections, counts },
    bad: isBad,
  }
}

function verdictOn(found: ProductImport): string {
  const { added, changed, unchanged, faults, counts } = found
  if (faults > 0) return 'Nothing was imported: mend the faults, and import the file again.'
  if (added + changed + counts > 0) return `${countsOf(found)} Nothing was changed.`
  return unchanged > 0 ? `${countsOf(found)} Nothing would change.` : 'This file has no rows.'
}

const lineOf = ({ line, name, isNew, hasUnknownId, fields }: ImportChange) =>
  isNew
    ? `Line ${line}: ${name} is new${hasUnknownId ? ', with an id that this shop does not know' : ''}.`
    : `Line ${line}: ${name}: ${fields.map(({ column, before, after }) => `${column} ${JSON.stringify(before)} becomes ${JSON.stringify(after)}`).join(', ')}.`

const countLineOf = ({ line, name, label, before, after, message }: ImportCount) =>
  `Line ${line}: ${name}, ${label}: ${before ?? 'not counted'} becomes ${after}${message && `: ${message}`}`

const countsOf = ({ file, added, changed, unchanged }: ProductImport) =>
  `${file}: ${added} new, ${changed} changed, ${unchanged} as they are on sale. Products that it leaves out stay as they are.`

async function takeBack(shop: Shop, id: string): Promise<Answer> {
  const found = await findImport(shop.db, id)
  if (!found?.auditId) throw new CommandFailed(`There is no import ${id} that could be taken back.`)
  await undo(shop, undefined, found.auditId)
  return { text: `The import of ${found.file} is taken back.`, data: { import: id } }
}
