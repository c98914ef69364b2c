// kill -9 at any moment of a shop's first start: while its database is made, its tables, its demo goods and its admin.
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { catalogue } from '#demo/catalogue.ts'
import { knownMigrations } from '#server/db/migrate.ts'
import { countBrokenRules } from './support/admin.ts'
import * as shop from './support/shop-in-hand.ts'
import { trial } from './support/trial.ts'

const { one } = shop
const stages = [
  'the database is made',
  'it starts',
  'the tables are made',
  'the goods are filled in',
  'the admin is made',
  'open',
]
type Stage = (typeof stages)[number]

const migrations = (await knownMigrations()).length
const demo = { SEED: 'demo', ADMIN_PASSWORD: 'chosen by the owner' }

await trial('Whenever a first start is killed, the next start makes a whole shop.', async trying => {
  const { times, none, note } = trying
  const kills = times(100)
  const hits = new Map<Stage, number>()
  const faults: string[] = []
  let crashes = 0
  let brokenRules = 0
  let lastsMs = 1_500 // so long does a first start take, as far as is known
  try {
    for (let n = 0; n < kills; n++) {
      await shop.begin('', demo)
      await sleep(Math.random() * lastsMs)
      const isCrash = n % 3 === 2
      if (isCrash) crashes++
      await (isCrash ? shop.crash() : shop.kill())
      const stage = await findStage(isCrash)
      if (stage) hits.set(stage, (hits.get(stage) ?? 0) + 1)
      lastsMs *= stage === 'open' ? 0.7 : 1.05
      const fault = await startAgain()
      if (fault) faults.push(`killed ${stage ?? 'with its database'}: ${fault}`)
      else brokenRules += await countBrokenRules()
      await shop.cleanUp()
    }
  } finally {
    await shop.cleanUp()
  }
  for (const fault of faults) console.error(fault)
  note('first starts killed', `${kills}, ${crashes} of them with the database`)
  for (const stage of stages) note(`killed while: ${stage}`, hits.get(stage) ?? 0)
  none('next starts that did not make a whole shop by themselves', faults.length)
  note('the slowest of them, in seconds', (Math.max(...shop.starts) / 1000).toFixed(2))
  none('rules broken on the Proof page', brokenRules)
})

/** How far the killed start had come, by what it has left; undefined when its database cannot be asked any more. */
async function findStage(isCrash: boolean): Promise<Stage | undefined> {
  const files = readdirSync(shop.dataDir())
  if (!files.includes('database')) return 'the database is made'
  if (isCrash) return undefined
  if (!(await shop.hasDatabase())) return 'it starts'
  if ((await countDoneMigrations()) < migrations) return 'the tables are made'
  if ((await one<number>('select count(*)::int from product')) === 0) return 'the goods are filled in'
  return (await countAdmins()) === 0 ? 'the admin is made' : 'open'
}

async function countAdmins(): Promise<number> {
  return await one<number>(`select count(*)::int from "user" where role = 'admin'`)
}

async function countDoneMigrations(): Promise<number> {
  const hasAny = await one<boolean>(`select to_regclass('kysely_migration') is not null`)
  return hasAny ? await one<number>('select count(*)::int from kysely_migration') : 0
}

/** @returns what is missing after it, undefined when nothing is */
async function startAgain(): Promise<string | undefined> {
  try {
    await shop.start('', demo)
  } catch (error) {
    return (error as Error).message
  }
  const page = await fetch(`${shop.origin}/shop`)
  const list = await (await fetch(`${shop.url}/api/products?limit=1`)).json()
  const { totalProducts } = (list as { data: { totalProducts: number } }).data
  const admins = await countAdmins()
  if (page.status !== 200) return `the shop's page answers ${page.status}`
  if (totalProducts !== catalogue.length) return `${totalProducts} goods instead of ${catalogue.length}`
  if (admins !== 1) return `${admins} admins`
  const left = readdirSync(shop.dataDir()).filter(name => name.startsWith('database.new'))
  return left.length > 0 ? `${left.join(', ')} was left behind` : undefined
}
