import { spawn, spawnSync } from 'node:child_process'
import { constants, readFileSync, realpathSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataLocation } from './data-location.ts'
import { explainFileError } from './explain.ts'

/** The first process of a running database, and the folder of the socket on which it listens. */
export type Postmaster = { pid: number; socketFolder: string }

const socketFolders = '/tmp/vitrine-db-'

/** The database that runs on `folder`, if one does: also one whose shop was killed. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const lines = await readPidFile(folder)
  const pid = Number(lines?.[0])
  const socketFolder = lines?.[4] ?? ''
  return lines && runsOn(pid, folder) ? { pid, socketFolder } : undefined
}

/** Starts a database on `folder`; whether it comes up is for the caller to watch. */
export async function startPostmaster(place: DataLocation, settings: Record<string, string>, socketFolder: string) {
  const { folder, programs, runAs } = place
  await forgetDeadPostmaster(folder, socketFolder)
  const log = await openLog(place)
  const begin = (await log.stat()).size
  const all = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log', // the shop reports its own failed statements; they may name customers
    log_checkpoints: 'off',
    ...settings,
  }
  const options = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  // Detached, for Ctrl-C in the terminal must not end the database before the shop has finished with it.
  const child = spawn(path.join(programs, 'postgres'), ['-D', folder, ...options], {
    ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  })
  child.unref()
  let failure: Error | undefined
  child.once('error', error => {
    failure = error
  })
  await log.close()
  return {
    hasEnded: () => failure !== undefined || child.exitCode !== null || child.signalCode !== null,
    /** What it wrote before it gave up. */
    async output() {
      return failure?.message ?? (await fs.readFile(place.logFile)).subarray(begin).toString()
    },
  }
}

/** Ends the database: politely to its files, abruptly to whoever is still connected. */
export async function stopPostmaster({ pid, socketFolder }: Postmaster, folder: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (runsOn(pid, folder)) process.kill(pid, signal)
    for (let waited = 0; waited < 8_000 && runsOn(pid, folder); waited += 20) await sleep(20)
  }
  await removeSocketFolder(socketFolder)
}

/** A short path of our own: a socket's address may have 107 bytes, and whoever reaches it is trusted. */
export async function makeSocketFolder({ runAs }: DataLocation): Promise<string> {
  try {
    const folder = await fs.mkdtemp(socketFolders)
    if (runAs) await fs.chown(folder, runAs.uid, runAs.gid)
    return folder
  } catch (error) {
    throw explainFileError(error, '/tmp')
  }
}

export async function removeSocketFolder(folder: string): Promise<void> {
  if (folder.startsWith(socketFolders)) await fs.rm(folder, { recursive: true, force: true })
}

/** Whether a process runs; one that has ended counts as dead even while nobody has taken note of its end. */
export function isAlive(pid: number): boolean {
  try {
    return isTaken(pid) && !(process.platform === 'linux' && /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

/** Whether the number belongs to any process, as far as Postgres cares. */
function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A number in a file proves nothing, for another program may have got it since: a database works inside its folder. */
function runsOn(pid: number, folder: string): boolean {
  if (!(pid > 0) || !isAlive(pid)) return false
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(folder)
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false // it has just ended, or belongs to somebody else
  }
}

async function readPidFile(folder: string): Promise<string[] | undefined> {
  try {
    return (await fs.readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw explainFileError(error, folder)
  }
}

/**
 * After a crash of the machine the file of the dead database may name a living process of something else, and Postgres
 * would refuse to start. It ignores the number of its own parent, and still checks the shared memory named further down.
 */
async function forgetDeadPostmaster(folder: string, socketFolder: string) {
  const lines = await readPidFile(folder)
  if (!lines || (await findPostmaster(folder))) return
  if (lines[4] && lines[4] !== socketFolder) await removeSocketFolder(lines[4])
  if (isTaken(Number(lines[0])))
    await fs.writeFile(path.join(folder, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'))
}

async function openLog({ logFile, runAs }: DataLocation) {
  try {
    const size = await fs.stat(logFile).then(
      file => file.size,
      () => 0,
    )
    if (size > 5_000_000) await fs.rename(logFile, `${logFile}.old`)
    const log = await fs.open(logFile, constants.O_CREAT | constants.O_WRONLY | constants.O_APPEND, 0o600)
    if (runAs) await log.chown(runAs.uid, runAs.gid)
    return log
  } catch (error) {
    throw explainFileError(error, logFile)
  }
}
