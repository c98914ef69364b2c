// How far a first start has come, by what it has left; and how it is caught at each point.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { knownMigrations } from '#server/db/migrate.ts'
import * as shop from '../support/shop-in-hand.ts'

const { hold, one, until, untilHeld } = shop

interface Stage {
  name: string
  /** Returns as soon as the start that is under way is there; may return what lets it go on. */
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

/** Nothing can be written into the table until the returned function is called; returns when somebody waits for that. */
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

/** @returns undefined when its database cannot be asked any more */
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
