import { readFileSync } from 'node:fs'
import { Argument, type Command } from 'commander'
import { readCounts } from '#domain/products/stock.ts'
import { type BoardView, boardViews, type FoundSize } from '#domain/stock/board.ts'
import { readDelivery } from '#domain/stock/delivery.ts'
import { findBoard, findByCode } from '../../stock/board-queries.ts'
import { countStock } from '../../stock/counts/count.ts'
import { receiveDelivery } from '../../stock/deliveries/receive.ts'
import { type Answer, CommandFailed, type Options, run, type Shop } from '../run.ts'
import { fileOf, type Terminal } from '../terminal.ts'

interface ChangeOptions extends Options {
  dryRun?: boolean
}

/** `stock list`, `stock count` and `stock receive`: the stock room without a browser. */
export function stockCommands(program: Command, terminal: Terminal): void {
  const stock = program.command('stock').description('list, count and receive pieces')
  stock
    .command('list')
    .description('the pieces of each size on sale')
    .addArgument(new Argument('[view]', 'only those').choices(boardViews))
    .option('--json', 'answer in JSON')
    .action((view: BoardView | undefined, options: Options) => run(terminal, options, shop => list(shop, view)))
  stock
    .command('count')
    .description('store what was counted on the shelf')
    .argument('<size>', 'its SKU or barcode')
    .argument('<pieces>', 'all that lie there, with those that are paid and still to be packed')
    .option('--seen <pieces>', 'store it only if this number is stored now')
    .option('--dry-run', 'show what it would change, and change nothing')
    .option('--json', 'answer in JSON')
    .action((code: string, pieces: string, options: ChangeOptions & { seen?: string }) =>
      run(terminal, options, shop => count(shop, code, pieces, options)),
    )
  stock
    .command('receive')
    .description('receive a delivery, whole or not at all')
    .argument(
      '<file>',
      'lines of a SKU or barcode, how many pieces, and what each has cost; separated by commas or tabs',
    )
    .option('--note <text>', 'such as the supplier and the number of the delivery note')
    .option('--dry-run', 'show what it would change, and change nothing')
    .option('--json', 'answer in JSON')
    .action((file: string, options: ChangeOptions & { note?: string }) =>
      run(terminal, options, shop => receive(shop, readFileSync(fileOf(file, terminal.env), 'utf8'), options)),
    )
}

const pageSize = 1_000

async function list(shop: Shop, view: BoardView | undefined): Promise<Answer> {
  const sizes: Record<string, string | number | null>[] = []
  for (let page = 1; ; page += 1) {
    const { products } = await findBoard(shop.db, shop.config.publicOrigin, {
      ...{ page, limit: pageSize },
      ...(view && { view }),
    })
    for (const { name, color, sizes: ofProduct } of products)
      for (const { variantId, label, sku = null, barcode = null, shelf, held, toPack, owed, isLow } of ofProduct)
        if (view !== 'low' || isLow)
          if (view !== 'uncounted' || shelf === null)
            sizes.push({ variantId, name: `${name}, ${color}`, size: label, sku, barcode, shelf, held, toPack, owed })
    if (products.length < pageSize) break
  }
  const lines = sizes.map(
    ({ name, size, sku, shelf, held, toPack }) =>
      `${String(shelf ?? 'not counted').padStart(11)}  ${name}, ${size}${sku ? ` (${sku})` : ''}${held || toPack ? `: ${held} held, ${toPack} to pack` : ''}`,
  )
  return { text: lines.join('\n') || 'There is no such size.', data: { sizes } }
}

async function sizeOf(shop: Shop, code: string): Promise<FoundSize> {
  const [size] = await findByCode(shop.db, [code])
  if (!size) throw new CommandFailed(`No size on sale has ${code} as SKU or barcode.`)
  return size
}

const nameOf = ({ name, color, size }: FoundSize) => `${name}, ${color}, ${size}`

/** Not a number for anything but digits. */
const wholeIn = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN)

async function count(
  { db, clock, ids, ...shop }: Shop,
  code: string,
  pieces: string,
  { seen, dryRun = false }: ChangeOptions & { seen?: string },
): Promise<Answer> {
  const size = await sizeOf({ db, clock, ids, ...shop }, code)
  const before = seen === undefined ? size.shelf : wholeIn(seen)
  const data = { variantId: size.variantId, before: size.shelf, shelf: wholeIn(pieces) }
  const text = `${nameOf(size)}: ${size.shelf ?? 'not counted'} → ${pieces}.`
  const sent = [{ variantId: size.variantId, shelf: data.shelf, seen: before }]
  const { error } = readCounts(sent)
  if (error) throw new CommandFailed(error)
  if (dryRun) return { text: `${text} Nothing was changed.`, data: { ...data, result: 'dry run' } }
  const [answer] = await countStock({ db, clock, ids }, undefined, sent)
  if (answer?.result !== 'counted') throw new CommandFailed(answer?.message ?? 'It was not counted.')
  return { text, data: { ...data, result: answer.result } }
}

async function receive(
  shop: Shop,
  content: string,
  { note = '', dryRun = false }: ChangeOptions & { note?: string },
): Promise<Answer> {
  const rows = content.split(/\r?\n/).flatMap((line, index) => {
    const [code = '', pieces = '', cost = ''] = line.split(/[\t,;]/).map(cell => cell.trim())
    return code === '' ? [] : [{ line: index + 1, code, pieces: wholeIn(pieces || '1'), cost }]
  })
  if (rows.length === 0) throw new CommandFailed('The file has no line.')
  const found = new Map(
    (
      await findByCode(
        shop.db,
        rows.map(({ code }) => code),
      )
    ).map(size => [size.code, size]),
  )
  const unknown = rows.find(({ code }) => !found.has(code))
  if (unknown) throw new CommandFailed(`Line ${unknown.line}: no size on sale has ${unknown.code} as SKU or barcode.`)
  const lines = rows.flatMap(({ code, pieces, cost }) => {
    const size = found.get(code)
    return size ? [{ size, variantId: size.variantId, pieces, ...(cost !== '' && { cost: Number(cost) }) }] : []
  })
  const total = lines.reduce((sum, line) => sum + line.pieces, 0)
  const id = shop.ids.uuid()
  const sent = { id, note, lines: lines.map(({ size: _size, ...line }) => line) }
  const { error } = readDelivery(sent)
  if (error) throw new CommandFailed(error)
  const listed = lines.map(({ size, pieces }) => `${String(pieces).padStart(7)}  ${nameOf(size)}`).join('\n')
  if (dryRun) return { text: `${listed}\nNothing was changed.`, data: { lines: sent.lines } }
  await receiveDelivery({ db: shop.db, clock: shop.clock, ids: shop.ids }, undefined, sent)
  return { text: `${listed}\n${total} pieces are received.`, data: { delivery: id, pieces: total } }
}
