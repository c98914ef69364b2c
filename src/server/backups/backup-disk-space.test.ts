import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { reserveBytes } from '../db/disk-space.ts'
import type { ImageStorage } from '../images/storage.ts'
import { furnish, origin, type TestShop, testShop } from './backups.fixture.ts'
import { saveBackup } from './save-backup.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
  await furnish(shop)
})

const backUp = (freeOn: (folder: string) => Promise<number>, images: ImageStorage = shop.images) =>
  saveBackup({ ...shop, images, origin, madeAt: new Date() }, { ...shop, freeOn })
const sentence = () =>
  `There is no room for a backup in ${shop.folder}: free some space and try again. Earlier backups are as they were.`

test('a backup leaves the database twice the disk space of its reserve', async () => {
  await expect(backUp(async () => 2 * reserveBytes - 1)).rejects.toThrow(sentence())
  expect(await readdir(shop.folder)).toEqual([])
  expect((await backUp(async () => 2 * reserveBytes)).bytes).toBeGreaterThan(0)
})

test('a running backup is aborted when the disk space gets short, and leaves no file', async () => {
  const before = await readdir(shop.folder)
  let looks = 0
  const freeOn = async () => (looks++ === 0 ? 4 * reserveBytes : reserveBytes)
  const slow: ImageStorage = {
    ...shop.images,
    async get(key) {
      await sleep(1_000)
      return await shop.images.get(key)
    },
  }
  await expect(backUp(freeOn, slow)).rejects.toThrow(sentence())
  expect(await readdir(shop.folder)).toEqual(before)
})
