import { execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrder, createProduct } from '../../../../tests/support/builders.ts'
import { databaseUrl } from '../../../../tests/support/command.ts'
import { temporaryFolder, testDatabase } from '../../../../tests/support/database.ts'
import { runCommand } from '../../../../tests/support/run-command.ts'

const { db, connection, close } = await testDatabase()
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  folder = await temporaryFolder()
  env = { DATA_DIR: folder, DATABASE_URL: databaseUrl(connection) }
})
afterAll(async () => {
  await close()
  await fs.rm(folder, { recursive: true })
})
beforeEach(async () => {
  await sql`truncate product, product_count, product_fits_count, product_sale_count, product_import, audit, "order" cascade`.execute(
    db,
  )
})

const shop = (...args: string[]) => runCommand(args, env)
const inFolder = (name: string) => path.join(folder, name)
const products = async () => (await sql`select *, updated_at::text from product order by id`.execute(db)).rows
const imports = () => db.selectFrom('product_import').select('id').execute()
const header = 'id,name,category,color,description,price,old_price,image\n'

describe('export', () => {
  test('writes the same CSV into a file and to the standard output', async () => {
    const { id } = await createProduct(db, { name: '=Silk', price_cents: 12_000 })
    const expected = `\ufeffid,name,category,color,description,price,old_price,image,style,shade,images,size,sku,barcode,stock,counted,collections\r\n${id},'=Silk,dress,black,A dress of silk.,120.00,,,,,,one,,,,,\r\n`
    expect(await shop('export', 'products')).toEqual({ code: 0, out: expected, err: '' })
    expect(await shop('export', 'products', '-')).toEqual({ code: 0, out: expected, err: '' })
    const file = inFolder('out.csv')
    expect(await shop('export', 'products', file)).toEqual({ code: 0, out: `1 products are in ${file}.\n`, err: '' })
    expect(await fs.readFile(file, 'utf8')).toBe(expected)
    expect((await fs.readdir(folder)).filter(name => name.includes('partial'))).toEqual([])
  })

  test('resolves a relative name in the owner’s folder, and prints the whole path', async () => {
    const there = { ...env, SHOP_FOLDER: folder }
    const { id } = await createProduct(db)
    const result = await runCommand(['export', 'products', 'here.csv'], there)
    expect(result).toEqual({ code: 0, out: `1 products are in ${inFolder('here.csv')}.\n`, err: '' })
    expect(await fs.readFile(inFolder('here.csv'), 'utf8')).toContain(id)
    const { SHOP_FOLDER: INIT_CWD, ...rest } = there
    const byNpm = await runCommand(['import', 'products', 'here.csv'], { ...rest, INIT_CWD })
    expect(byNpm).toMatchObject({ code: 0, out: expect.stringMatching(/^here\.csv: 0 new, 0 changed, 1 as/) })
    expect(await runCommand(['restore', 'here.csv'], there)).toMatchObject({
      err: 'here.csv is no backup of Vitrine.\n',
    })
  })

  test('says what to do where its user may not write', async () => {
    const nobodys = '/sys/out.csv' // not even root may
    expect(await shop('export', 'products', nobodys)).toEqual({
      code: 1,
      out: '',
      err: `The user ${os.userInfo().username} may not write into /sys. It may into ${folder}; or type npm run shop -- export products > ${nobodys}\n`,
    })
  })

  test('writes to a pipe without replacing it, and refuses a folder', async () => {
    const pipe = inFolder('pipe')
    execFileSync('mkfifo', [pipe])
    const [read, answer] = await Promise.all([fs.readFile(pipe, 'utf8'), shop('export', 'products', pipe)])
    expect(answer).toMatchObject({ code: 0, err: '' })
    expect(read).toContain('id,name')
    expect((await fs.stat(pipe)).isFIFO()).toBe(true)
    expect(await shop('export', 'products', folder)).toEqual({
      code: 1,
      out: '',
      err: `${folder} is a folder: name a file in it.\n`,
    })
  })

  test('counts the rows of orders in JSON', async () => {
    await createOrder(db, [await createProduct(db), await createProduct(db)])
    const file = inFolder('orders.csv')
    const { code, out } = await shop('export', 'orders', file, '--json')
    expect({ code, answer: JSON.parse(out) }).toEqual({ code: 0, answer: { file, rows: 2 } })
    expect((await fs.readFile(file, 'utf8')).split('\r\n')).toHaveLength(4)
  })

  test.each([
    [['export', 'products', '/nowhere/x.csv'], 1, 'There is no folder /nowhere.\n'],
    [['export', 'products', '/etc/passwd/x.csv'], 1, 'There is no folder /etc/passwd.\n'],
    [['export', 'products', '--json'], 2, 'The standard output takes the CSV, so name a file for --json\n'],
    [['export', 'users'], 2, "'users' is none of: products, orders.\n"],
  ])('%j says what is wrong', async (args, code, err) => {
    expect(await shop(...args)).toEqual({ code, out: '', err })
  })
})

describe('import', () => {
  async function fileOf(text: string) {
    const file = inFolder('spring.csv')
    await fs.writeFile(file, text)
    return file
  }

  test('puts the products of a file on sale, and takes them back', async () => {
    const dress = await createProduct(db, { name: 'Silk dress' })
    const unknownId = '00000000-0000-7000-8000-000000000000'
    const before = await products()
    const file = await fileOf(
      `${header}${dress.id},Silk gown,dress,black,A dress of silk.,120,,\n,Ring,jewellery,gold,Round.,5,,\n${unknownId},Bag,accessories,gold,Soft.,9,,\n`,
    )

    const dry = await shop('import', 'products', file, '--dry-run')
    expect(dry).toEqual({
      code: 0,
      out: [
        'Line 2: Silk dress: name "Silk dress" becomes "Silk gown".',
        'Line 3: Ring is new.',
        'Line 4: Bag is new, with an id that this shop does not know.',
        'spring.csv: 2 new, 1 changed, 0 as they are on sale. Products that it leaves out stay as they are. Nothing was changed.\n',
      ].join('\n'),
      err: '',
    })
    expect(await products()).toEqual(before)
    expect(await imports()).toEqual([])

    const done = await shop('import', 'products', file, '--json')
    const answer = JSON.parse(done.out)
    expect(answer).toEqual({
      import: expect.any(String),
      added: 2,
      changed: 1,
      unchanged: 0,
      faults: [],
      collections: [],
      counted: 0,
      notCounted: 0,
      refused: [],
    })
    expect((await products()).length).toBe(3)
    expect(await db.selectFrom('audit').select(['actor', 'action']).execute()).toEqual([
      { actor: null, action: 'import' },
    ])

    const back = await shop('import', 'products', '--undo', answer.import)
    expect(back).toEqual({ code: 0, out: 'The import of spring.csv is taken back.\n', err: '' })
    expect(await products()).toEqual(before)
    expect(await shop('import', 'products', '--undo', answer.import)).toMatchObject({
      code: 1,
      err: 'This was taken back before.\n',
    })
  })

  test('of products that are on sale already changes nothing, and leaves no trace', async () => {
    const { id } = await createProduct(db, { name: 'Silk dress', price_cents: 12_000 })
    const before = await products()
    const rows = `${id},Silk dress,dress,black,A dress of silk.,120,,\n`
    const counts = 'spring.csv: 0 new, 0 changed, 1 as they are on sale. Products that it leaves out stay as they are.'
    expect(await shop('import', 'products', await fileOf(header + rows))).toEqual({
      code: 0,
      out: `${counts} Nothing would change.\n`,
      err: '',
    })
    expect(await shop('import', 'products', await fileOf(header))).toEqual({
      code: 0,
      out: 'This file has no rows.\n',
      err: '',
    })
    expect(await products()).toEqual(before)
    expect(await imports()).toEqual([])
    expect(await db.selectFrom('audit').select('id').execute()).toEqual([])
  })

  test('lists every fault and imports nothing', async () => {
    const file = await fileOf(`${header}7,,dress,pink,A,1,,\n,Ring,jewellery,gold,Round.,5,,\n`)
    const { code, out } = await shop('import', 'products', file)
    expect(code).toBe(1)
    expect(out.split('\n')).toEqual([
      'Line 2, id: This is no id: write it as an export has it, or leave the cell empty for a new product.',
      'Line 2, name: The name is missing.',
      'Line 2, color: The color must be one of black, red, gold, blue, silver, beige, green.',
      'Nothing was imported: mend the faults, and import the file again.',
      '',
    ])
    const inJson = await shop('import', 'products', file, '--dry-run', '--json')
    expect(inJson.code).toBe(1)
    expect(JSON.parse(inJson.out)).toMatchObject({ faultCount: 3, faults: [{ line: 2, column: 'id' }, {}, {}] })
    expect(await products()).toEqual([])
    expect(await imports()).toEqual([])
  })

  test.each([
    [['import', 'products', '/nowhere/x.csv'], 1, 'There is no file /nowhere/x.csv.\n'],
    [['import', 'products', 'package.json'], 1, expect.stringMatching(/^The row that begins on line \d+ has a quote/)],
    [['import', 'products'], 2, 'Name the file to import\n'],
    [['import', 'products', 'x.csv', '--undo', 'y'], 2, '--undo takes neither a file nor --dry-run\n'],
    [['import', 'products', '--undo', 'y'], 1, 'There is no import y that could be taken back.\n'],
  ])('%j says what is wrong', async (args, code, err) => {
    expect(await shop(...args)).toEqual({ code, out: '', err })
  })
})
