// First starts of shops, each killed at a stage or at random, and started again.
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { catalogue } from '#demo/catalogue.ts'
import { countBrokenRules } from '../support/admin.ts'
import { inLane } from '../support/load/lanes.ts'
import * as shop from '../support/shop-in-hand.ts'
import { countAdmins, findStage, stages } from './stages.ts'

/** The stages at which first starts are killed, and the number of random kills. */
export interface Share {
  named: string[]
  random: number
}

export type StartOutcome = Awaited<ReturnType<typeof tryStarts>>

const demo = { SEED: 'demo', ADMIN_PASSWORD: 'chosen by the owner' }
/** The estimated duration of a first start. */
let lastsMs = 1_500

await inLane(tryStarts)

async function tryStarts({ named, random }: Share) {
  const hits: string[] = []
  const faults: string[] = []
  let crashes = 0
  let brokenRules = 0
  const moments = [...named, ...Array.from({ length: random }, () => undefined)]
  try {
    for (const [n, name] of moments.entries()) {
      const isCrash = name === undefined && n % 2 === 1
      if (isCrash) crashes++
      const stage = await killAt(name, isCrash)
      if (stage) hits.push(stage)
      const fault = await startAgain()
      if (fault) faults.push(`killed ${stage ?? 'with its database'}: ${fault}`)
      else brokenRules += await countBrokenRules()
      await shop.cleanUp()
    }
    return { kills: moments.length, hits, crashes, faults, brokenRules, slowestMs: Math.max(...shop.starts) }
  } finally {
    await shop.cleanUp()
  }
}

/** @returns the stage that the killed start had reached */
async function killAt(name: string | undefined, isCrash: boolean): Promise<string | undefined> {
  const begun = performance.now()
  await shop.begin('', demo)
  const stage = stages.find(each => each.name === name)
  const release = stage ? await stage.reach() : await sleep(Math.random() * lastsMs)
  await (isCrash ? shop.crash() : shop.kill())
  if (typeof release === 'function') await release()
  const found = await findStage(isCrash)
  if (name === 'open') lastsMs = performance.now() - begun
  return found
}

/** @returns what is missing after the next start, undefined if nothing is */
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
