import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, type Command } from 'commander'
import { exportOrders } from '../../orders/manage/export-orders.ts'
import { exportProducts } from '../../products/import/export-products.ts'
import { CommandFailed, type Options, run, type Shop, userName } from '../run.ts'
import { fileOf, type Terminal, typedIn } from '../terminal.ts'

type What = 'products' | 'orders'

export function exportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .description('write the products on sale, or the orders that were paid, as CSV')
    .addArgument(new Argument('<what>', 'what to write').choices(['products', 'orders']))
    .argument('[file]', 'the file to write; without it, or as -, the standard output')
    .option('--json', 'answer in JSON how much was written; needs a file')
    .action((what: What, name: string | undefined, options: Options, command: Command) => {
      const file = name && name !== '-' && fileOf(name, terminal.env)
      if (!file && options.json) command.error('error: the standard output takes the CSV, so name a file for --json')
      return run(terminal, options, async shop => {
        let rows = 0
        const csv = write(shop, what, more => {
          rows += more
        })
        if (!file) {
          await pipeline(csv, terminal.stdout, { end: false }).catch(refuseToGoOn)
          return { text: '', data: {} }
        }
        await save(csv, file).catch(error => explain(error, file, what, shop))
        const counted = what === 'orders' ? 'lines of orders' : 'products'
        return { text: `${rows} ${counted} are in ${file}.`, data: { file, rows } }
      })
    })
}

const write = ({ db, config }: Shop, what: What, count: (rows: number) => void) =>
  what === 'products' ? exportProducts(db, config.publicOrigin, count) : exportOrders(db, count)

/** Writes a file whole, or leaves it as it was. A device or a pipe is written to directly. */
async function save(csv: Readable, file: string): Promise<void> {
  const there = await stat(file).catch(() => undefined)
  if (there?.isDirectory()) throw new CommandFailed(`${file} is a folder: name a file in it.`)
  if (there && !there.isFile()) return await pipeline(csv, createWriteStream(file))
  const partial = `${file}.partial`
  const begun = await open(partial, 'w')
  try {
    await pipeline(csv, begun.createWriteStream({ flush: true }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

function explain(error: NodeJS.ErrnoException, file: string, what: What, { config, terminal }: Shop): never {
  const folder = path.dirname(file)
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new CommandFailed(`There is no folder ${folder}.`)
  if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error
  throw new CommandFailed(
    `The user ${userName()} may not write into ${folder}. It may into ${config.dataDir}; or type ${typedIn(terminal.env)} export ${what} > ${file}`,
  )
}

function refuseToGoOn(error: NodeJS.ErrnoException): never {
  throw error.code === 'EPIPE' ? new CommandFailed('Whoever read the CSV did not read it to its end.') : error
}
