import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct } from '../../../../tests/support/builders.ts'
import { databaseUrl } from '../../../../tests/support/command.ts'
import { temporaryFolder, testDatabase } from '../../../../tests/support/database.ts'
import { runCommand } from '../../../../tests/support/run-command.ts'

const { db, connection, close } = await testDatabase()
let env: Record<string, string>
let ring: string
beforeAll(async () => {
  env = { DATA_DIR: await temporaryFolder(), DATABASE_URL: databaseUrl(connection) }
  ring = (await createProduct(db, { name: 'Ring' })).id
  await db.updateTable('variant').set({ sku: 'RING-1', barcode: '4006381333931' }).where('id', '=', ring).execute()
})
afterAll(async () => {
  await close()
  await rm(env.DATA_DIR ?? '', { recursive: true })
})
const stock = (...args: string[]) => runCommand(['stock', ...args], env)
const onHand = async () =>
  (await db.selectFrom('stock').select('on_hand').where('variant_id', '=', ring).executeTakeFirst())?.on_hand
async function receive(content: string, ...options: string[]) {
  const file = join(env.DATA_DIR ?? '', 'delivery.csv')
  await writeFile(file, content)
  return await stock('receive', file, ...options)
}

test('a size is counted by its SKU or barcode, after a look', async () => {
  expect(await stock('list', 'uncounted')).toMatchObject({
    code: 0,
    out: 'not counted  Ring, black, One size (RING-1)\n',
  })
  expect((await stock('count', 'ring-1', '5', '--dry-run')).out).toContain('not counted → 5. Nothing was changed.')
  expect(await onHand()).toBeUndefined()
  expect(await stock('count', 'ring-1', '5')).toMatchObject({ code: 0 })
  expect(await stock('count', '4006381333931', '4', '--seen', '7')).toMatchObject({ code: 1 })
  expect(await onHand()).toBe(5)
  const { out } = await stock('list', '--json')
  expect(JSON.parse(out).sizes).toMatchObject([{ variantId: ring, sku: 'RING-1', shelf: 5, held: 0, toPack: 0 }])
})

test('a delivery is received whole or not at all', async () => {
  expect(await receive('RING-1,24,12.50\nnothing,1')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Line 2: no size on sale has nothing as SKU or barcode.'),
  })
  expect((await receive('RING-1\t24', '--dry-run')).out).toContain('Nothing was changed.')
  expect(await onHand()).toBe(5)
  const { code, out } = await receive('RING-1,24,12.50\n', '--note', 'From Turin', '--json')
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, pieces: 24 })
  expect(await onHand()).toBe(29)
})

test.each([
  [['count', 'RING-1', 'many'], /whole number/],
  [['count', 'RING-1', ''], /whole number/],
  [['count', 'RING-1', '1e2', '--dry-run'], /whole number/],
  [['count', 'RING-1', '5', '--seen', 'few'], /whole number/],
  [['count', 'no-such', '3'], /No size on sale has no-such/],
  [['receive', '/nowhere.csv'], /nowhere/],
])('%j fails with one sentence', async (args, sentence) => {
  const { code, err } = await stock(...args)
  expect(code).toBe(1)
  expect(err).toMatch(sentence)
})
