import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { saveFiles } from '../images/save-files.ts'
import { unreachable } from '../images/storage.ts'
import { checkShop } from './check-shop.ts'
import { openBusyShop } from './proof.fixture.ts'

const shop = await openBusyShop()
afterAll(() => shop.close())
const { db, clock, images, book, products } = shop
const { dress } = products

test('a picture without one of its sizes is reported', async () => {
  const { image_id } = await db
    .selectFrom('product')
    .select('image_id')
    .where('id', '=', dress)
    .executeTakeFirstOrThrow()
  const id = image_id ?? ''
  const files = new Map<string, Buffer>()
  for await (const key of images.keys()) if (key.startsWith(id)) files.set(key, (await images.get(key)) as Buffer)
  await images.remove(id)
  for (const [key, bytes] of files) if (!key.endsWith('640.avif')) await images.put(key, bytes)
  expect(await shop.broken()).toEqual({
    'picture-files': [
      {
        sentence: `The picture ${id} of Silk dress lacks 640.avif.`,
        link: `/dashboard/update-product/${dress}`,
      },
    ],
  })
  for (const [key, bytes] of files) await images.put(key, bytes)
  expect(await shop.broken()).toEqual({})
})

test('a file that belongs to nothing is reported, and violates no rule', async () => {
  await images.put('spare/320.webp', Buffer.from('x'))
  const { rules } = await checkShop(book)
  expect(rules.find(({ rule }) => rule === 'picture-files')).toMatchObject({
    broken: 0,
    note: '1 stored picture belongs to nothing.',
  })
  await images.remove('spare')
})

test('the files of a running upload belong to something', async () => {
  const begun = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const put = async (key: string, bytes: Buffer) => {
    await images.put(key, bytes)
    begun.resolve()
    await letGo.promise
  }
  const row = { id: 'b'.repeat(32), width: 320, height: 320, placeholder: '', created_at: clock.now() }
  const uploading = saveFiles({ db, images: { ...images, put } }, row, [['320.webp', Buffer.from('x')]])
  await begun.promise
  const checking = checkShop(book)
  await expect
    .poll(
      async () => (await sql`select from pg_locks where relation = 'image'::regclass and not granted`.execute(db)).rows,
    )
    .toHaveLength(1)
  letGo.resolve()
  const [{ rules }] = await Promise.all([checking, uploading])
  expect(rules.find(({ rule }) => rule === 'picture-files')).not.toHaveProperty('note')
  await db.deleteFrom('image').where('id', '=', row.id).execute()
  await images.remove(row.id)
})

test('when the picture storage does not answer, the result is not known', async () => {
  const keys = async function* () {
    yield 'abc/320.webp'
    throw unreachable(new Error('no'))
  }
  const { rules } = await checkShop({ ...book, images: { ...images, keys } })
  expect(rules.find(({ rule }) => rule === 'picture-files')).toMatchObject({
    broken: 0,
    unknown: 'The storage of pictures could not be asked.',
  })
})
