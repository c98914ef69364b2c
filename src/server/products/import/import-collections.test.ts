import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import {
  collectionInWords,
  type ImportChange,
  type ImportFault,
  type ProductImport,
} from '#domain/products/product-import.ts'
import { type CollectionSetting, noRule } from '#domain/settings/collections.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../../tests/support/builders.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

const { app, db } = await testApp({ limits: noLimits })
const asOlga = await signIn(db, await createUser(db, { role: 'admin', email: 'olga@shop.test' }))

let [coat, dress, hat, scarf] = ['', '', '', '']
beforeEach(async () => {
  await sql`truncate product, product_count, product_fits_count, product_sale_count, product_import, audit, shop_setting_change, shop_setting cascade`.execute(
    db,
  )
  const created = await Promise.all(['Coat', 'Dress', 'Hat', 'Scarf'].map(name => createProduct(db, { name })))
  ;[coat, dress, hat, scarf] = created.map(({ id }) => id) as [string, string, string, string]
})

async function call<Data>(method: 'GET' | 'POST' | 'PUT', path: string, payload?: string | object) {
  const type = typeof payload === 'string' ? 'text/csv' : 'application/json'
  const headers = { ...asOlga, ...(payload !== undefined && { 'content-type': type }) }
  const answer = await app.inject({ method, url: `/api/${path}`, headers, ...(payload !== undefined && { payload }) })
  return { status: answer.statusCode, ...(answer.json() as { message: string; data: Data }) }
}
const read = async (file: string) => (await call<ProductImport>('POST', 'products/imports?file=a.csv', file)).data
const apply = ({ _id }: ProductImport) => call<ProductImport>('POST', `products/imports/${_id}/apply`)
const undo = ({ auditId }: ProductImport) => call('POST', `admin/undo/${auditId}`)
async function importFile(file: string) {
  const { status, message, data } = await apply(await read(file))
  expect({ status, message }).toEqual({ status: 200, message: 'Products imported successfully!' })
  return data
}
async function faultsOf(file: string) {
  const { _id } = await read(file)
  const { data } = await call<ImportFault[]>('GET', `products/imports/${_id}/faults`)
  return data.map(({ line, column, message }) => `${line} ${column}: ${message}`)
}
const exported = async () => (await app.inject({ url: '/api/products/export', headers: asOlga })).body

const columns = 'id,name,category,color,description,price,old_price,image'
const header = `${columns},collections\n`
const row = (id: string, name: string, collections: string) =>
  `${id},${name},dress,black,A dress of silk.,120,,,"${collections}"\n`

const collection = (name: string, products: string[]): CollectionSetting => ({
  ...{ id: name.replace(/\W/g, ''), name, address: name.replace(/\W/g, '').toLowerCase() },
  ...{ words: '', picture: null, isInMenu: false, kind: 'hand', rule: noRule, products, order: 'own' },
})
const byRule: CollectionSetting = {
  ...collection('Reduced', []),
  ...{ kind: 'rule', rule: { ...noRule, isSale: true }, order: 'newest' },
}
const section = () =>
  db.selectFrom('shop_setting').select(['value', 'version']).where('section', '=', 'collections').executeTakeFirst()
async function save(items: CollectionSetting[]) {
  const payload = { value: { items }, version: (await section())?.version ?? 0 }
  return await call('PUT', 'settings/sections/collections', payload)
}
const stored = async () => ((await section())?.value as { items: CollectionSetting[] } | undefined)?.items ?? []
/** What each collection holds, in its order. */
async function held() {
  const nameOf = new Map([
    [coat, 'Coat'],
    [dress, 'Dress'],
    [hat, 'Hat'],
    [scarf, 'Scarf'],
  ])
  return Object.fromEntries(
    (await stored()).map(({ name, products }) => [name, products.map(id => nameOf.get(id) ?? '?').join(' ')]),
  )
}
const numbered = (n: number) => Array.from({ length: n }, () => v7())

test('an export names the collections made by hand; imported again, with or without the column, it changes nothing', async () => {
  const odd = ['=Sale | "Summer", |', '| |Ä', 'Ünter 7 €'].map((name, n) => ({
    ...collection(name, [hat, coat]),
    ...{ id: `odd${n}`, address: `odd${n}` },
  }))
  expect((await save([...odd, byRule, collection('Winter', [coat])])).status).toBe(200)
  const file = await exported()
  expect(file.split('\r\n')[0]).toMatch(/,stock,counted,collections$/)
  expect(file).toContain(
    `${coat},Coat,dress,black,A dress of silk.,120.00,,,,,,one,,,,,"'=Sale || ""Summer"", || | || ||Ä | Ünter 7 € | Winter"\r\n`,
  )
  const before = await section()
  for (const text of [
    file,
    file.replace('Ünter 7 € | Winter', 'winter|  ünter  7 €'),
    header.replace(',collections', ''),
  ]) {
    const again = await read(text)
    expect(again).toMatchObject({ added: 0, changed: 0, faults: 0, collections: [] })
    expect((await apply(again)).status).toBe(409)
  }
  expect(await section()).toEqual(before)
})

test('those that join come last in the order of the file, those that stay keep their place, and one undo brings all back', async () => {
  await save([collection('Summer', [dress, hat, scarf]), byRule, collection('Winter', [])])
  const before = await section()
  const file =
    header +
    row(scarf, 'Scarf', 'Summer | WINTER') +
    row(hat, 'Hat', '') +
    row('', 'Ring', ' summer | Winter |') +
    row(coat, 'Coat', 'Summer')
  const planned = await read(file)
  expect(planned).toMatchObject({ added: 1, changed: 3, unchanged: 0, faults: 0 })
  expect(planned.collections.map(collectionInWords)).toEqual([
    '2 products join Summer, 1 leaves it.',
    '2 products join Winter.',
  ])
  const { data: changes } = await call<ImportChange[]>('GET', `products/imports/${planned._id}/changes`)
  expect(changes.map(({ fields }) => fields.at(-1))).toEqual([
    { column: 'collections', before: 'Summer', after: 'Summer | Winter' },
    { column: 'collections', before: 'Summer', after: '' },
    { column: 'collections', before: '', after: 'Summer | Winter' },
    { column: 'collections', before: '', after: 'Summer' },
  ])
  expect(await section()).toEqual(before)

  const { data: done } = await apply(planned)
  expect(await held()).toEqual({ Summer: 'Dress Scarf ? Coat', Winter: 'Scarf ?', Reduced: '' })
  expect((await section())?.version).toBe(2)
  const entries = () => db.selectFrom('audit').select(['action', 'record']).orderBy('id').execute()
  expect((await entries()).slice(1)).toEqual([
    { action: 'change settings', record: 'setting' },
    { action: 'import', record: 'import' },
  ])
  expect(await apply(planned)).toMatchObject({ status: 409, message: 'This import was applied before.' })

  expect((await undo(done)).status).toBe(200)
  expect(await section()).toEqual({ value: before?.value, version: 3 })
  expect((await entries()).slice(3)).toEqual([
    { action: 'change settings', record: 'setting' },
    { action: 'undo', record: 'import' },
  ])
})

test('a file without the column neither changes the collections nor waits for who saves them', async () => {
  await save([collection('Summer', [dress])])
  const before = await section()
  await db.transaction().execute(async tx => {
    await tx.selectFrom('shop_setting').select('id').where('section', '=', 'collections').forUpdate().execute()
    const done = await importFile(`${columns}\n${row(dress, 'Gown', '').replace(',""', '')}`)
    expect((await undo(done)).status).toBe(200)
    await importFile(header + row(dress, 'Gown', 'Summer')) // nor does one that leaves them as they are
  })
  expect(await section()).toEqual(before)
})

test('each fault is told by its line, in one sentence', async () => {
  await save([collection('Summer', [dress]), byRule, collection('Winter', [])])
  const long = '👗'.repeat(50)
  expect(
    await faultsOf(
      header +
        row(dress, 'Dress', 'Summer | Autumn') +
        row(hat, 'Hat', 'reduced') +
        row(coat, 'Coat', 'Winter | Summer | winter') +
        row(scarf, 'Scarf', `x${long}`),
    ),
  ).toEqual([
    '2 collections: The shop has no collection “Autumn”: write its name as an export has it.',
    '3 collections: “Reduced” chooses its pieces by a rule: a file can name only collections made by hand.',
    '4 collections: “Winter” is there twice.',
    `5 collections: The shop has no collection “x${'👗'.repeat(39)}”: write its name as an export has it.`,
  ])
  const sized = (collections: string, size: string) => `,Ring,dress,black,Round.,9,,,${size},${collections}\n`
  const sizes = header.replace('collections', 'size,collections') + sized('Summer', 'ring-50')
  expect(await faultsOf(`${sizes}${sized('Winter', 'ring-52')}`)).toEqual([
    '3 collections: Line 2, which is of the same product, says otherwise.',
  ])
  const ring = await importFile(`${sizes}${sized('', 'ring-52')}`)
  expect(ring.collections).toEqual([{ id: 'Summer', name: 'Summer', joins: 1, leaves: 0 }])
})

test('a collection has at most 200 pieces after the import, those that leave make room', async () => {
  const others = numbered(198)
  await save([collection('Summer', [...others, dress])])
  const file = header + row(hat, 'Hat', 'Summer') + row(coat, 'Coat', 'Summer')
  const many = Array.from({ length: 300 }, (_, n) => row('', `Ring ${n}`, 'Summer')).join('')
  const told = (line: number, n: number) =>
    `${line} collections: Summer would have ${n} pieces, and a collection can have at most 200.`
  expect(await faultsOf(file)).toEqual([told(3, 201)])
  expect(await faultsOf(file + many)).toEqual([told(3, 501)])
  await importFile(file + row(dress, 'Dress', ''))
  expect((await stored())[0]?.products).toEqual([...others, hat, coat])
})

test('what the owner does to a collection between reading and applying stays', async () => {
  await save([collection('Summer', [dress, hat]), collection('Winter', [])])
  const file = header + row(hat, 'Hat', '') + row(coat, 'Coat', 'Summer | Winter')
  const planned = await read(file)
  await save([collection('Winter', [scarf]), { ...collection('Summer', [scarf, hat, dress]), name: 'High summer' }])
  expect((await apply(planned)).status).toBe(200)
  expect(await held()).toEqual({ 'High summer': 'Scarf Dress Coat', Winter: 'Scarf Coat' })

  const gone = await read(header + row(coat, 'Coat', ''))
  for (const winter of [[], [{ ...byRule, id: 'Winter' }], [collection('Winter', numbered(2))]]) {
    const [summer] = (await stored()).filter(({ id }) => id === 'Summer')
    await save([...(summer ? [summer] : []), ...winter])
    const before = await section()
    const { status, message } = await apply(gone)
    if (winter[0]?.kind === 'hand') expect(status).toBe(200)
    else {
      expect(message).toBe('The collection Winter is no longer there, or made by a rule: send this file again.')
      expect({ status, section: await section() }).toEqual({ status: 409, section: before })
    }
  }

  const full = await read(header + row(hat, 'Hat', 'Winter'))
  await save([{ ...collection('Winter', numbered(200)) }])
  expect(await apply(full)).toMatchObject({
    ...{ status: 409, message: 'Winter would have 201 pieces, and a collection can have at most 200.' },
  })
})

test('an undo is refused when other products were chosen since, and leaves a collection alone that is gone', async () => {
  await save([collection('Summer', [dress]), collection('Winter', [])])
  const done = await importFile(header + row(hat, 'Hat', 'Summer | Winter'))
  await save([collection('Winter', [hat]), { ...collection('Summer', [dress, hat, coat]), name: 'High summer' }])
  const before = await section()
  expect(await undo(done)).toMatchObject({
    status: 409,
    message:
      'The collection High summer was changed after this import: take that back first, or change products by hand.',
  })
  expect(await section()).toEqual(before)
  await save([{ ...collection('Summer', [dress, hat]), name: 'High summer' }])
  expect((await undo(done)).status).toBe(200)
  expect(await held()).toEqual({ 'High summer': 'Dress' })
})

test('an import whose change of the collections was taken back by itself can be taken back', async () => {
  await save([collection('Summer', [dress])])
  const done = await importFile(header + row(hat, 'Hat', 'Summer'))
  const entry = await db.selectFrom('audit').select('id').where('record', '=', 'setting').orderBy('id', 'desc').limit(1)
  const { id } = await entry.executeTakeFirstOrThrow()
  expect((await call('POST', `admin/undo/${id}`)).status).toBe(200)
  expect(await held()).toEqual({ Summer: 'Dress' })
  expect((await undo(done)).status).toBe(200)
  expect(await held()).toEqual({ Summer: 'Dress' })
})

test('imports and saves at once lose nothing', async () => {
  await save([collection('Summer', []), collection('Winter', [])])
  const files = [row(coat, 'Coat', 'Summer'), row(dress, 'Dress', 'Summer'), row(hat, 'Hat', 'Summer | Winter')]
  const planned: ProductImport[] = []
  for (const rows of files) planned.push(await read(header + rows))
  const again = async (act: () => Promise<{ status: number }>): Promise<number> => {
    const { status } = await act()
    expect([200, 409, 503]).toContain(status)
    return status === 503 ? await again(act) : status
  }
  /** The owner adds the scarf, however often the section changes meanwhile. */
  const addsScarf = async (): Promise<void> => {
    const { value, version } = (await section()) ?? { value: { items: [] }, version: 0 }
    const { items } = structuredClone(value) as { items: CollectionSetting[] }
    items.find(({ id }) => id === 'Winter')?.products.push(scarf)
    const payload = { value: { items }, version }
    const status = await again(() => call('PUT', 'settings/sections/collections', payload))
    if (status === 409) await addsScarf()
  }
  const applied = [...planned, ...planned].map(each => again(() => apply(each)))
  const [statuses] = await Promise.all([Promise.all(applied), addsScarf()])
  expect(statuses.toSorted()).toEqual([200, 200, 200, 409, 409, 409])
  const { Summer = '', Winter = '' } = await held()
  expect(Summer.split(' ').toSorted()).toEqual(['Coat', 'Dress', 'Hat'])
  expect(Winter.split(' ').toSorted()).toEqual(['Hat', 'Scarf'])
  expect((await section())?.version).toBe(5)
})
