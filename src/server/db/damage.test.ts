import { execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/database.ts'
import { damageOf } from './damage.ts'
import { doneMigrations, migrate } from './migrate.ts'
import { openShopDatabase } from './open.ts'

/** The folder of a database with the tables of a shop; every test damages a copy. */
let healthy: string
beforeAll(async () => {
  healthy = await temporaryFolder()
  const { db, close } = await openShopDatabase({ dataDir: healthy, processes: 1 })
  await migrate(db)
  await close()
})
afterAll(() => fs.rm(healthy, { recursive: true }))

test.each([
  ['files of its tables', /^(?:1[6-9]|2)\d{3,}$/, /^The database is damaged \(could not open file "base\//],
  ['any file', /./, /^The database is damaged \(subdirectory "base\/\d+" is missing\)/],
])('a database without %s is damaged', async (_what, lost, sentence) => {
  const dataDir = await temporaryFolder()
  execFileSync('cp', ['-a', `${healthy}/.`, dataDir])
  const databases = path.join(dataDir, 'database/base')
  const ours = path.join(databases, (await fs.readdir(databases)).sort((a, b) => Number(b) - Number(a))[0] ?? '')
  for (const name of await fs.readdir(ours)) if (lost.test(name)) await fs.rm(path.join(ours, name))
  if ((await fs.readdir(ours)).length === 0) await fs.rmdir(ours)

  const { db, close } = await openShopDatabase({ dataDir, processes: 1 })
  const error = await doneMigrations(db).catch(error => error)
  expect(damageOf(error)).toMatch(sentence)
  expect(damageOf(error)).toMatch(
    /: put it aside and restore the newest backup, as docs\/operate.md says in section 5\.$/,
  )
  await close()
  await fs.rm(dataDir, { recursive: true })
})
