// Measures the time and memory of product exports and imports. Each step runs in a process of its own, with a heap so small that
// nothing that grows with the file fits into it.
//   node bench/import.ts [most products, 1000000]
import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { productColumns } from '#domain/products/product-import.ts'
import { undo } from '../src/server/audit/undo.ts'
import { writeCsv } from '../src/server/csv/write.ts'
import { type Db, openDatabase } from '../src/server/db/connection.ts'
import { systemClock as clock, randomIds as ids } from '../src/server/lib/clock.ts'
import { applyImport } from '../src/server/products/import/apply-import.ts'
import { exportProducts } from '../src/server/products/import/export-products.ts'
import { readImport } from '../src/server/products/import/read-import.ts'
import { startTestDatabases, testDatabase } from '../tests/support/database.ts'

const origin = 'http://localhost:3000'
const maxSeconds = 60
const maxMb = 150
/** Files with a row per product, and one with a row per size: 100,000 rows of it may take twice as long. */
const shapes = [
  { products: 1_000, sizes: 1 },
  { products: 50_000, sizes: 1 },
  { products: 100_000, sizes: 1 },
  { products: 25_000, sizes: 4 },
]
const smallHeap = ['--max-old-space-size=32', '--max-semi-space-size=4']
const text = Array(4).fill('Cut on the bias from heavy silk, with a seam that follows the back.').join(' ')

const atOnce = 1_000
const codes = ['alpha-XS', 'alpha-S', 'alpha-M', 'alpha-L']

const steps: Record<string, (db: Db, about: string) => Promise<unknown>> = {
  export: (db, file) => pipeline(exportProducts(db, origin), createWriteStream(file)),
  read: (db, file) =>
    readImport(
      { db, clock, ids },
      { file, actor: undefined, origin: 'http://localhost:3000', bytes: createReadStream(file) },
    ),
  apply: (db, id) => applyImport({ db, clock, ids }, undefined, id),
  undo: (db, auditId) => undo({ db, clock, ids }, undefined, auditId),
  nothing: async () => undefined,
}

const [step, about = ''] = process.argv.slice(2)
if (step && step in steps) await child(step, about)
else await bench(Number(step ?? 1_000_000))

async function child(step: string, about: string): Promise<void> {
  const db = openDatabase(JSON.parse(process.env.BENCH_DATABASE ?? ''))
  await sql`select 1`.execute(db)
  const begin = performance.now()
  const answer = await steps[step]?.(db, about)
  const seconds = Math.round((performance.now() - begin) / 100) / 10
  await db.destroy()
  console.log(JSON.stringify({ answer, seconds, mb: Math.round(process.resourceUsage().maxRSS / 1024) }))
}

async function bench(max: number): Promise<void> {
  const stopDatabases = await startTestDatabases()
  const { db, connection, close } = await testDatabase()
  process.env.BENCH_DATABASE = JSON.stringify(connection)
  const folder = mkdtempSync('/tmp/vitrine-import-')
  const table: Record<string, number | string>[] = []
  const run = (rows: string, name: string, step: string, about = '') => {
    const printed = execFileSync('node', [...smallHeap, import.meta.filename, step, about], { encoding: 'utf8' })
    const { answer, seconds, mb } = JSON.parse(printed)
    table.push({ rows, step: name, seconds, 'peak memory, MB': mb })
    console.log(`${rows}, ${name}: ${seconds} s, ${mb} MB`)
    return String(answer)
  }
  try {
    run('no file', 'nothing', 'nothing')
    for (const { products, sizes } of shapes.filter(each => each.products <= max)) {
      const rows = sizes === 1 ? `${products} products` : `${products} products of ${sizes} sizes`
      const file = path.join(folder, `${products}.csv`)
      await fill(db, products, sizes)
      run(rows, 'export', 'export', file)
      run(rows, 'read, nothing changed', 'read', file)
      await forAll(
        db,
        'update product set price_cents = price_cents + 1 where id = any (@ids)',
        "update variant set sku = 'new ' || sku where product_id = any (@ids)",
      )
      const changed = run(rows, 'read, all changed', 'read', file)
      const entry = run(rows, 'apply, all changed', 'apply', changed)
      run(rows, 'undo, all changed', 'undo', await entryOf(db, changed, entry))
      for (const [name, cents] of [
        ['all new', () => 100 + Math.floor(Math.random() * 90_000)],
        ['all new, of one price', () => 4_900],
      ] as const) {
        await fill(db, 0, 1)
        await writeNew(file, products, sizes, cents)
        const id = run(rows, `read, ${name}`, 'read', file)
        const made = run(rows, `apply, ${name}`, 'apply', id)
        run(rows, `undo, ${name}`, 'undo', await entryOf(db, id, made))
      }
    }
    if (max >= 1_000_000) {
      const file = path.join(folder, '1000000.csv')
      await fill(db, 1_000_000, 1)
      run('1000000 products', 'export', 'export', file)
      run('1000000 products', 'read, nothing changed', 'read', file)
      console.log(`The file of 1,000,000 products has ${Math.round(statSync(file).size / 2 ** 20)} MB.`)
    }
    console.table(table)
    const isFine = (row: (typeof table)[number]) =>
      Number(row['peak memory, MB']) < maxMb && (row.rows === '1000000 products' || Number(row.seconds) < maxSeconds)
    process.exitCode = table.every(isFine) ? 0 : 1
  } finally {
    await close()
    await stopDatabases()
    rmSync(folder, { recursive: true })
  }
}

async function entryOf(db: Db, id: string, entry: string): Promise<string> {
  const { audit_id } = await db
    .selectFrom('product_import')
    .select('audit_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (audit_id !== entry) throw new Error(`The import ${id} was not applied`)
  return entry
}

async function onDb(db: Db, ...statements: string[]): Promise<void> {
  await db.connection().execute(async one => {
    for (const statement of ['set statement_timeout = 0', ...statements, 'reset statement_timeout'])
      await sql.raw(statement).execute(one)
  })
}

/** Fills the shop in small statements, as the shop itself writes: the triggers of one for all products would take minutes. */
async function fill(db: Db, products: number, sizes: number): Promise<void> {
  await onDb(db, 'truncate product, product_count, product_fits_count, product_sale_count, product_import cascade')
  for (let from = 0; from < products; from += atOnce)
    await onDb(
      db,
      `insert into product (id, name, category, color, description, price_cents, created_at, updated_at)
        select gen_random_uuid(), 'Silk gown ' || n, (array['accessories', 'dress', 'jewellery', 'cosmetics'])[1 + n % 4],
          (array['black', 'red', 'gold', 'blue', 'silver', 'beige', 'green'])[1 + n % 7],
          '${text}', 1000 + (n * 37) % 90000, now() - n * interval '3 minutes', now()
        from generate_series(${from + 1}, ${Math.min(from + atOnce, products)}) n`,
    )
  if (sizes > 1)
    await forAll(
      db,
      `update variant set deleted_at = now() where product_id = any (@ids)`,
      `insert into variant (id, product_id, size, place, sku, created_at)
        select gen_random_uuid(), id, (array['${codes.join("', '")}'])[1 + place], place, id || '-' || place, now()
        from unnest(@ids) id, generate_series(0, ${sizes - 1}) place`,
    )
  await onDb(db, 'vacuum analyze product, variant')
}

/** Runs statements for all products, a thousand at a time: `@ids` stands for their ids. */
async function forAll(db: Db, ...statements: string[]): Promise<void> {
  const rows = await db.selectFrom('product').select('id').execute()
  for (let from = 0; from < rows.length; from += atOnce) {
    const ids = rows.slice(from, from + atOnce).map(({ id }) => id)
    await onDb(db, ...statements.map(text => text.replace('@ids', `'{${ids}}'::uuid[]`)))
  }
}

async function writeNew(file: string, products: number, sizes: number, cents: () => number): Promise<void> {
  async function* pages() {
    for (let n = 0; n < products; n++) {
      const product = ['', `Silk gown ${n}`, 'dress', 'black', text, (cents() / 100).toFixed(2), '', '']
      yield sizes === 1 ? [product] : codes.slice(0, sizes).map(size => [...product, size, `${n}-${size}`])
    }
  }
  const columns = [...productColumns, ...(sizes === 1 ? [] : ['size', 'sku'])]
  await pipeline(writeCsv(columns, pages()), createWriteStream(file))
}
