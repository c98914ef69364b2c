import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '../../lib/startup-error.ts'
import { sayDamaged } from '../damage.ts'
import type { DataLocation } from './data-location.ts'
import { explainFileError, explainOutput } from './explain.ts'
import { isAlive } from './postmaster.ts'

/** The major version of PostgreSQL that this Vitrine brings. */
export const major = 18
/** The major versions that `database:upgrade` can bring up to it. */
export const upgradable = [17]

/** A new database beside an old one: while it is made, and once it is complete. */
export const unfinishedBeside = (folder: string) => `${folder}.upgrading`
export const completeBeside = (folder: string) => `${folder}.upgraded`

const whileWritten = { maxRetries: 20, retryDelay: 50 }

/**
 * Creates the database's files unless they exist. It creates them beside their place and moves them there whole, so that no
 * process sees half a database.
 */
export async function initialise(place: DataLocation): Promise<void> {
  await finishUpgrade(place)
  if (await checkVersion(place)) return
  const { folder, runAs } = place
  await removeUnfinished(folder)
  const unfinished = `${folder}.new-${process.pid}`
  try {
    await fs.mkdir(unfinished, { mode: 0o700 })
    if (runAs) await fs.chown(unfinished, runAs.uid, runAs.gid)
    await runInitdb(place, unfinished)
    await fs.rename(unfinished, folder)
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true })
    if (await checkVersion(place)) return // another start was faster
    throw explainFileError(error, folder)
  }
}

/** An upgrade that was killed between putting the old database aside and the new one in its place is finished. */
async function finishUpgrade({ folder }: DataLocation): Promise<void> {
  if (!existsSync(folder) && existsSync(completeBeside(folder))) await fs.rename(completeBeside(folder), folder)
}

/** The major version of the database in a folder; undefined when there is none. */
export async function findMajor(folder: string): Promise<number | undefined> {
  const version = await fs.readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => '')
  return Number.parseInt(version, 10) || undefined
}

/** True when there is a database that this version can open, false when there is none. */
async function checkVersion({ folder, dataDir }: DataLocation): Promise<boolean> {
  const files = await fs.readdir(folder).catch((error): string[] => {
    if (error.code === 'ENOENT') return []
    throw explainFileError(error, folder)
  })
  if (files.length === 0) return false
  const isVersioned = files.includes('PG_VERSION')
  if (!isVersioned && !files.includes('base'))
    throw new StartupError(
      `${folder} holds something else than a database: move it away, or set DATA_DIR to another folder.`,
    )
  const version = isVersioned ? await fs.readFile(path.join(folder, 'PG_VERSION'), 'utf8') : ''
  const found = Number.parseInt(version, 10)
  if (found === major) return true
  if (Number.isNaN(found))
    throw new StartupError(sayDamaged(`The database in ${folder}`, 'PG_VERSION is gone or empty'))
  if (upgradable.includes(found))
    throw new StartupError(
      `The data in ${dataDir} was made by PostgreSQL ${found}, and this Vitrine brings PostgreSQL ${major}: npm run shop -- database:upgrade brings it up to date.`,
    )
  const cure =
    found > major ? 'start a Vitrine at least as new as the one that made it' : 'start the older Vitrine that made it'
  throw new StartupError(
    `The data in ${dataDir} was made by PostgreSQL ${found}, and this Vitrine brings PostgreSQL ${major}: ${cure}, or set DATA_DIR to another folder.`,
  )
}

/** Removes the files of a start that was killed, whose `initdb` may still be running for a moment. */
async function removeUnfinished(folder: string) {
  const parent = path.dirname(folder)
  for (const name of await fs.readdir(parent)) {
    const pid = name.startsWith(`${path.basename(folder)}.new-`) ? Number(name.split('-').at(-1)) : undefined
    if (pid && !isAlive(pid)) await fs.rm(path.join(parent, name), { recursive: true, force: true, ...whileWritten })
  }
}

/** UTF-8 with Postgres's own C.UTF-8 collation: the same sort order and case rules on every machine, whatever its locales. */
async function runInitdb({ programs, runAs, folder }: DataLocation, target: string) {
  const child = spawn(
    path.join(programs, 'initdb'),
    [
      '-D',
      target,
      '-U',
      'vitrine',
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ].concat(['--auth-local=trust', '--auth-host=reject', '--no-instructions']),
    { ...(runAs && { uid: runAs.uid, gid: runAs.gid }), cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'pipe' },
  )
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (output += chunk))
  const status = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (status !== 0) throw explainOutput(output, folder)
}
