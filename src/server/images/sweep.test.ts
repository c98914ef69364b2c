import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createOrder, createProduct } from '../../../tests/support/builders.ts'
import { openAccounts } from '../users/users.fixture.ts'
import { sweepBrokenUploads } from './broken-uploads.ts'
import { savePicture } from './picture.ts'
import { saveProfilePicture } from './profile-picture.ts'
import { startImageSweep, sweepPictures } from './sweep.ts'

const { app, db, images, clock, signedIn } = await openAccounts()
const shop = { db, images, clock }
const day = 24 * 60 * 60_000

let drawn = 0
const draw = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: { r: 10 * ++drawn, g: 0, b: 0 } } })
    .png()
    .toBuffer()
const save = async (bytes?: Buffer) => await saveProfilePicture(shop, 'ada', bytes ?? (await draw()))
const isThere = async (id: string) => {
  const row = await db.selectFrom('image').select('id').where('id', '=', id).executeTakeFirst()
  const file = await images.get(`${id}/320.webp`)
  expect(Boolean(row)).toBe(Boolean(file))
  return Boolean(row)
}
async function wear(id: string, user?: Awaited<ReturnType<typeof signedIn>>) {
  const who = user ?? (await signedIn())
  const profileImage = `http://localhost:3000/images/${id}/320.webp`
  const profile = { username: 'Ada', bio: 'Hello', profession: 'Countess', profileImage }
  const { status } = await who.patch(`/edit-profile/${who.user.id}`, profile)
  return { ...who, status }
}

test('a picture that nothing uses is deleted after a day, with its file', async () => {
  const id = await save()
  clock.move(day)
  expect(await sweepPictures(shop)).toBe(0)
  expect(await isThere(id)).toBe(true)
  clock.move(1)
  expect(await sweepPictures(shop)).toBe(1)
  expect(await isThere(id)).toBe(false)
  expect((await app.inject(`/images/${id}/320.webp`)).statusCode).toBe(404)
})

test('a picture that a profile names stays, also a deleted user’s; the previous one is deleted', async () => {
  const [before, now, gone] = [await save(), await save(), await save()]
  const ada = await wear(before)
  await wear(now, ada)
  const grace = await wear(gone)
  await db.updateTable('user').set({ deleted_at: clock.now() }).where('id', '=', grace.user.id).execute()
  clock.move(2 * day)
  expect(await sweepPictures(shop)).toBe(1)
  expect([await isThere(before), await isThere(now), await isThere(gone)]).toEqual([false, true, true])
})

test('a picture of a product stays, and is deleted a day after no product shows it', async () => {
  const clothes = await Promise.all([draw(), draw()])
  const [shown = '', replaced = ''] = [await savePicture(shop, clothes[0]), await savePicture(shop, clothes[1])]
  await createProduct(db, { image_id: shown })
  clock.move(day - 1)
  expect(await sweepPictures(shop)).toBe(0)
  clock.move(2)
  expect(await sweepPictures(shop)).toBe(1)
  expect([await isThere(shown), await isThere(replaced)]).toEqual([true, false])
})

test('a picture that an order or a product refers to stays', async () => {
  const [worn, sold] = [await save(), await save()]
  const product = await createProduct(db, { image_id: worn, deleted_at: new Date() })
  const { id } = await createOrder(db, [product])
  await db.updateTable('order_line').set({ image_id: sold }).where('order_id', '=', id).execute()
  clock.move(2 * day)
  expect(await sweepPictures(shop)).toBe(0)
  expect([await isThere(worn), await isThere(sold)]).toEqual([true, true])
})

test('uploading a picture again gives it another day', async () => {
  const bytes = await draw()
  const id = await save(bytes)
  clock.move(2 * day)
  await save(bytes)
  expect(await sweepPictures(shop)).toBe(0)
  expect(await isThere(id)).toBe(true)
})

test('a picture that is swept, uploaded and named at once exists, or was never named', async () => {
  for (let n = 0; n < 10; n++) {
    const bytes = await draw()
    const id = await save(bytes)
    clock.move(day + 1)
    const grace = await signedIn()
    const [, { status }] = await Promise.all([sweepPictures(shop), wear(id, grace), n % 2 ? save(bytes) : undefined])
    expect([200, 400]).toContain(status)
    if (status === 200 || n % 2) expect(await isThere(id)).toBe(true)
    else expect(await isThere(id)).toBe(false)
  }
})

/** Leaves the state of a killed upload: some of its files, and the note. */
async function breakOff(id: string) {
  await images.put(`${id}/320.webp.unfinished`, Buffer.from('x'))
  await db.deleteFrom('image').where('id', '=', id).execute()
  await db.insertInto('upload').values({ image_id: id, begun_at: clock.now() }).execute()
}
const noted = async () => (await db.selectFrom('upload').selectAll().execute()).length

test('the files of a killed upload are deleted after ten minutes, and nothing else', async () => {
  const [broken, whole] = [await save(), await save()]
  expect(await noted()).toBe(0)
  await breakOff(broken)
  await db.insertInto('upload').values({ image_id: whole, begun_at: clock.now() }).execute()
  clock.move(10 * 60_000)
  expect(await sweepBrokenUploads(shop)).toBe(0)
  clock.move(1)
  expect(await sweepBrokenUploads(shop)).toBe(1)
  expect([await isThere(broken), await isThere(whole), await noted()]).toEqual([false, true, 0])
  expect(await images.get(`${broken}/320.webp.unfinished`)).toBeUndefined()
})

test('a picture that is uploaded again while its broken upload is swept exists', async () => {
  for (let n = 0; n < 10; n++) {
    const bytes = await draw()
    const id = await save(bytes)
    await breakOff(id)
    clock.move(day)
    await Promise.all(n % 2 ? [save(bytes), sweepBrokenUploads(shop)] : [sweepBrokenUploads(shop), save(bytes)])
    expect([await isThere(id), await noted()]).toEqual([true, 0])
  }
})

test('the sweep repeats for as long as the shop runs', async () => {
  const [id, broken] = [await save(), await save()]
  await breakOff(broken)
  clock.move(day + 1)
  const warnings: string[] = []
  const loop = startImageSweep(
    { ...shop, mayDelete: async () => true },
    { warn: (_, message) => warnings.push(message) },
  )
  await loop.close()
  expect([await isThere(id), await isThere(broken)]).toEqual([false, false])
  expect(warnings).toEqual([])
})

test('a failing storage is reported, and the next sweep tries the picture again', async () => {
  const id = await save()
  clock.move(day + 1)
  const warnings: string[] = []
  const remove = () => Promise.reject(new Error('disk is read-only'))
  const loop = startImageSweep(
    { ...shop, images: { ...images, remove }, mayDelete: async () => true },
    { warn: (_, text) => warnings.push(text) },
  )
  await loop.close()
  expect(warnings).toEqual(['old pictures could not be deleted, the shop will try again'])
  expect(await isThere(id)).toBe(true)
})
