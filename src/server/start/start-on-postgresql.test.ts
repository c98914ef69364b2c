import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseUrl } from '../../../tests/support/command.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { countProducts, type DataFolder, dataFolder, logIn, npmStart, statusOf } from './start.fixture.ts'

// These tests run in order, on one database.

let database: TestDatabase
let place: DataFolder
let shop: Shop
const open = (env: Record<string, string>, command?: string[]) =>
  place.open({ DATABASE_URL: databaseUrl(database.connection), ...env }, command)
beforeAll(async () => {
  database = await testDatabase()
  place = await dataFolder()
  const admin = { ADMIN_EMAIL: 'owner@shop.test', ADMIN_PASSWORD: 'chosen by the owner' }
  shop = await open({ PUBLIC_ORIGIN: 'http://shop.example', PAYMENTS: 'sandbox', ...admin })
})
afterAll(async () => {
  await place.remove()
  await database.close()
})

test('DATABASE_URL uses another PostgreSQL and starts none', async () => {
  expect(await statusOf(shop)).toBe(200)
  expect(existsSync(await place.databaseFolder())).toBe(false)
})

test('the owner may choose the admin’s e-mail and password, which is not shown', async () => {
  expect(await logIn(shop, 'owner@shop.test', 'chosen by the owner')).toBe('admin')
  expect(shop.output()).toContain('The admin is owner@shop.test, with the password of ADMIN_PASSWORD.')
  expect(shop.output()).not.toContain('chosen by the owner')
  shop.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
})

test('a shop that has opened before is not filled with demo products', async () => {
  shop = await open({ SEED: 'demo' }, npmStart)
  expect(await countProducts(shop)).toBe(0)
  expect(shop.output()).not.toContain('demo goods')
})

test('SIGTERM to npm start closes the shop', async () => {
  shop.kill('SIGTERM')
  await shop.ended
  await expect.poll(() => fetch(shop.url).catch((error: Error) => error.message)).toBe('fetch failed')
})
