// The stages of a first start, recognised by what it has created, and how to stop it at each stage.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { knownMigrations } from '#server/db/migrate.ts'
import * as shop from '../support/shop-in-hand.ts'

const { hold, one, until, untilHeld } = shop

interface Stage {
  name: string
  /** Resolves when the running start reaches this stage; may return a function that lets it continue. */
  reach(): Promise<unknown>
}

const migrations = (await knownMigrations()).length

export const stages: Stage[] = [
  { name: 'the database is made', reach: () => untilFile(name => name.startsWith('database.new')) },
  { name: 'it starts', reach: () => untilFile(name => name === 'database') },
  {
    name: 'the tables are made',
    async reach() {
      await until('a list of migrations', async () => (await shop.hasDatabase()) && (await hasList()))
      return await heldBy('kysely_migration')
    },
  },
  {
    name: 'the goods are filled in',
    async reach() {
      await untilMigrated()
      if (Math.random() < 0.5) return await heldBy('review')
      await until('a picture of the goods', () => existsSync(path.join(shop.dataDir(), 'images')))
    },
  },
  {
    name: 'the admin is made',
    async reach() {
      await untilMigrated()
      await until('goods', async () => (await one<number>(countGoods)) > 0)
      return await heldBy('"user"')
    },
  },
  { name: 'open', reach: () => until('an open shop', () => shop.output().includes('Vitrine is open')) },
]

const untilFile = (isIt: (name: string) => boolean) => until('a file', () => readdirSync(shop.dataDir()).some(isIt))

const untilMigrated = () =>
  until('all tables', async () => (await shop.hasDatabase()) && (await countDoneMigrations()) === migrations)

/** Locks a table until the returned function is called; resolves when the shop waits for the lock. */
async function heldBy(table: string): Promise<() => Promise<void>> {
  const release = await hold(`lock table ${table} in share mode`)
  try {
    await untilHeld()
  } catch (error) {
    await release()
    throw error
  }
  return release
}

/** @returns undefined if its database does not answer any more */
export async function findStage(isCrash: boolean): Promise<string | undefined> {
  const files = readdirSync(shop.dataDir())
  if (!files.includes('database')) return 'the database is made'
  if (isCrash) return undefined
  if (!(await shop.hasDatabase())) return 'it starts'
  if (!(await hasList())) return 'it starts'
  if ((await countDoneMigrations()) < migrations) return 'the tables are made'
  if ((await one<number>(countGoods)) === 0) return 'the goods are filled in'
  return (await countAdmins()) === 0 ? 'the admin is made' : 'open'
}

const countGoods = 'select count(*)::int from product'

export const countAdmins = () => one<number>(`select count(*)::int from "user" where role = 'admin'`)

const hasList = () => one<boolean>(`select to_regclass('kysely_migration') is not null`)

const countDoneMigrations = async () =>
  (await hasList()) ? await one<number>('select count(*)::int from kysely_migration') : 0
