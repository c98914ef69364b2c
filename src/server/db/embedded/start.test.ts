import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../tests/support/database.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { findDataLocation } from './data-location.ts'
import { initialise } from './initialise.ts'
import { startEmbedded } from './start.ts'

let dataDir: string
let folder: string
beforeEach(async () => {
  dataDir = await temporaryFolder()
  folder = path.join(dataDir, 'database')
})
afterEach(() => fs.rm(dataDir, { recursive: true }))

/** The sentence with which a start is refused. */
async function refusalOf(start = { dataDir }): Promise<string> {
  const error = await startEmbedded(start).then(
    ({ stop }) => stop(),
    error => error,
  )
  expect(error).toBeInstanceOf(StartupError)
  return error.message
}

test.each([
  ['19', 'start a Vitrine at least as new as the one that made it, or set DATA_DIR to another folder'],
  ['17', 'npm run shop -- database:upgrade brings it up to date'],
  ['16', 'start the older Vitrine that made it, or set DATA_DIR to another folder'],
])('a folder made by PostgreSQL %s is refused', async (version, cure) => {
  await fs.mkdir(folder)
  await fs.writeFile(path.join(folder, 'PG_VERSION'), `${version}\n`)
  expect(await refusalOf()).toBe(
    `The data in ${dataDir} was made by PostgreSQL ${version}, and this Vitrine brings PostgreSQL 18: ${cure}.`,
  )
})

/** Folders for sockets without a socket: a database that starts in another test fills its folder at once. */
async function emptySocketFolders(): Promise<string[]> {
  const folders = (await fs.readdir('/tmp')).filter(name => name.startsWith('vitrine-db-'))
  const contents = await Promise.all(folders.map(name => fs.readdir(path.join('/tmp', name)).catch(() => ['removed'])))
  return folders.filter((_, place) => contents[place]?.length === 0)
}

test('a database without its global/pg_control or PG_VERSION is reported as damaged, and leaves no files', async () => {
  const before = await emptySocketFolders()
  await initialise(await findDataLocation(dataDir))
  for (const file of ['global/pg_control', 'PG_VERSION']) {
    await fs.rm(path.join(folder, file))
    expect(await refusalOf()).toMatch(new RegExp(`^The database in ${folder} is damaged \\(.*${file}`))
  }
  await expect.poll(async () => (await emptySocketFolders()).filter(name => !before.includes(name))).toEqual([])
})

test.each([
  ['/dev/null', /^\/dev\/null is not a folder: /],
  [
    '/proc/vitrine',
    /^(\/proc\/vitrine cannot be made where it is|This user \(number \d+\) may not write to \/proc\/vitrine): /,
  ],
  [
    '/sys/vitrine',
    /^(This user \(number \d+\) may not write to \/sys\/vitrine: |\/sys\/vitrine is on a read-only file system: )/,
  ],
])('DATA_DIR=%s is refused', async (place, sentence) => {
  expect(await refusalOf({ dataDir: place })).toMatch(sentence)
})

test('a missing database outside the data folder is not silently replaced by an empty one', async () => {
  await fs.writeFile(path.join(dataDir, 'database.location'), '/tmp/no-such-place/database\n')
  expect(await refusalOf()).toContain(
    `The database of ${dataDir} was kept in /tmp/no-such-place/database, which is gone: bring it back, or delete `,
  )
})

test('a database folder with other files is refused, and not changed', async () => {
  await fs.mkdir(folder)
  await fs.writeFile(path.join(folder, 'diary.txt'), 'Dear diary')
  expect(await refusalOf()).toContain(`${folder} holds something else than a database: `)
  expect(await fs.readdir(folder)).toEqual(['diary.txt'])
})
