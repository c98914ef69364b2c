// A shop of PostgreSQL 17 is brought to 18 by the owner's command, which is killed again and again, with its databases or without.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { copyShop, countAt, makeOldShop, oldPlace } from '#server/cli/commands/database.fixture.ts'
import { findDataLocation } from '#server/db/embedded/data-location.ts'
import { findMajor } from '#server/db/embedded/initialise.ts'
import { findPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { startCommand } from '../support/command.ts'
import { startShop } from '../support/shop.ts'
import { trial } from './support/trial.ts'

const orders = 100_000
const folders: string[] = []
function newFolder(): string {
  const folder = mkdtempSync('/tmp/vitrine-trial-')
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}
const databases = (folder: string) => [folder, `${folder}.upgrading`, `${folder}.upgraded`]

await trial('An upgrade of PostgreSQL that is killed at any moment leaves the shop as it was.', async trial => {
  try {
    const template = newFolder()
    await makeOldShop(template, Math.ceil(orders * trial.scale))
    const counts = await countAt(await oldPlace(template))
    await killAgainAndAgain()

    const dataDir = newFolder()
    await copyShop(template, dataDir)
    const begun = performance.now()
    const { code, out } = await startCommand(['database:upgrade'], { DATA_DIR: dataDir }).ended
    const seconds = (performance.now() - begun) / 1_000
    if (code !== 0) throw new Error(out)
    const shop = await startShop({ DATA_DIR: dataDir })
    trial.note('orders of the shop', counts.orders ?? '')
    trial.note('closed for the upgrade', `${seconds.toFixed(1)} s`)
    trial.note('and until the shop was open again', `${((performance.now() - begun) / 1_000).toFixed(1)} s`)
    shop.kill('SIGTERM')
    await shop.ended
    trial.none(
      'figures that are not as before',
      isDeepStrictEqual(await countAt(await findDataLocation(dataDir)), counts) ? 0 : 1,
    )
  } finally {
    for (const folder of folders) {
      for (const database of databases(path.join(folder, 'database'))) {
        const postmaster = await findPostmaster(database)
        if (postmaster) await stopPostmaster(postmaster, database)
      }
      rmSync(folder, { recursive: true, force: true })
    }
  }

  async function killAgainAndAgain(): Promise<void> {
    const small = newFolder()
    await makeOldShop(small, 100)
    const before = await countAt(await oldPlace(small))
    const kills = trial.times(100)
    let [ended, withDatabase, changed, unfinished] = [0, 0, 0, 0]
    for (let n = 0; n < kills; n++) {
      const dataDir = newFolder()
      await copyShop(small, dataDir)
      const { folder } = await findDataLocation(dataDir)
      const { child, ended: end } = startCommand(['database:upgrade'], { DATA_DIR: dataDir })
      await Promise.race([sleep(300 + (n / kills) * 2_500), end])
      if (child.exitCode !== null) ended++
      child.kill('SIGKILL')
      if (n % 2) {
        for (const database of databases(folder)) {
          const postmaster = await findPostmaster(database)
          if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
        }
        withDatabase++
      }
      await end
      const place = (await findMajor(folder)) === 17 ? await oldPlace(dataDir) : await findDataLocation(dataDir)
      if (existsSync(folder) && !isDeepStrictEqual(await countAt(place), before)) changed++
      const { code } = await startCommand(['database:upgrade'], { DATA_DIR: dataDir }).ended
      const shop = await startShop({ DATA_DIR: dataDir })
      shop.kill('SIGTERM')
      const isOpen = (await shop.ended) === 0 && (await findMajor(folder)) === 18
      const isSame = isDeepStrictEqual(await countAt(await findDataLocation(dataDir)), before)
      const leftovers = readdirSync(dataDir).filter(name => name.includes('upgrad'))
      if (!isOpen || !isSame || leftovers.length > 0) {
        unfinished++
        console.error(code, isOpen, isSame, leftovers, shop.output())
      }
      rmSync(dataDir, { recursive: true, force: true })
    }
    trial.note('upgrades of a shop with 100 orders, killed after 0.3 to 2.8 s', kills)
    trial.note('of these with their databases', withDatabase)
    trial.note('of these that had ended before', ended)
    trial.none('after which the database was not as before, whether of 17 or of 18', changed)
    trial.none('that the next run did not bring to an open shop of 18 with the same figures', unfinished)
  }
})
