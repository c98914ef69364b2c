import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { temporaryFolder } from '../../../tests/support/database.ts'
import { type Shop, startShop } from '../../../tests/support/shop.ts'
import { findPostmaster, stopPostmaster } from '../db/embedded/postmaster.ts'

/** One data folder, and all shops that a test file starts on it. */
export async function dataFolder() {
  const dataDir = await temporaryFolder()
  const shops: Shop[] = []

  async function databaseFolder(): Promise<string> {
    const pointer = path.join(dataDir, 'database.location')
    return existsSync(pointer) ? (await fs.readFile(pointer, 'utf8')).trim() : path.join(dataDir, 'database')
  }

  async function runningDatabase() {
    const postmaster = await findPostmaster(await databaseFolder())
    return postmaster ?? expect.fail('No database runs on this folder')
  }

  return {
    dataDir,
    databaseFolder,
    runningDatabase,

    async open(env: Record<string, string> = {}, command?: string[]): Promise<Shop> {
      const shop = await startShop({ DATA_DIR: dataDir, ...env }, command)
      shops.push(shop)
      return shop
    },

    async inDatabase(work: (client: pg.Client) => Promise<unknown>) {
      const { socketFolder: host } = await runningDatabase()
      const client = new pg.Client({ host, port: 5432, user: 'vitrine', database: 'vitrine' })
      await client.connect()
      try {
        await work(client)
      } finally {
        await client.end()
      }
    },

    async expectNothingLeft(socketFolder: string) {
      expect(await findPostmaster(await databaseFolder())).toBeUndefined()
      expect(existsSync(socketFolder)).toBe(false)
    },

    /** Kills the shops, stops their database and deletes all files. */
    async remove() {
      for (const shop of shops) shop.kill('SIGKILL')
      await Promise.all(shops.map(shop => shop.ended))
      const folder = await databaseFolder()
      const postmaster = await findPostmaster(folder)
      if (postmaster) await stopPostmaster(postmaster, folder)
      if (!folder.startsWith(dataDir)) await fs.rm(path.dirname(folder), { recursive: true })
      await fs.rm(dataDir, { recursive: true })
    },
  }
}

export type DataFolder = Awaited<ReturnType<typeof dataFolder>>

/** `npm start`. The scripts before it have run for the tests already. */
export const npmStart = ['npm', 'start', '--ignore-scripts']

export const statusOf = async (shop: Shop) => (await fetch(`${shop.url}/api/products`)).status

export async function countProducts(shop: Shop) {
  const list = (await (await fetch(`${shop.url}/api/products?limit=1`)).json()) as { data?: { totalProducts: number } }
  return list.data?.totalProducts ?? expect.fail(`The list was answered with ${JSON.stringify(list)}`)
}

export async function logIn(shop: Shop, email: string, password: string) {
  const response = await fetch(`${shop.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return ((await response.json()) as { user?: { role: string } }).user?.role
}

export const firstLogLine = expect.stringMatching(/^\{"level":"info",.*"msg":"Vitrine \d+\.\d+\.\d+ .*starts"\}$/)

/** Expects exit code 1, and nothing printed after the first log line except this sentence. */
export async function expectRefusal(shop: Shop, sentence: string | RegExp) {
  expect(await shop.ended).toBe(1)
  const matching = typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence)
  expect(shop.output().trim().split('\n')).toEqual([firstLogLine, matching])
}
