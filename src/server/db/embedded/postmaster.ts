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

/** Finds the running database of `folder`, including one whose shop was killed. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const lines = await readPidFile(folder)
  const pid = Number(lines?.[0])
  const socketFolder = lines?.[4] ?? ''
  return lines && runsOn(pid, folder) ? { pid, socketFolder } : undefined
}

/** Starts a database on `folder`; the caller checks whether it comes up. */
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
  // Detached, so that Ctrl-C in the terminal does not end the database before the shop has finished with it.
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
    /** Its output before it failed. */
    async output() {
      return failure?.message ?? (await fs.readFile(place.logFile)).subarray(begin).toString()
    },
  }
}

/** Stops the database: it flushes its files, but cuts off connected clients. */
export async function stopPostmaster({ pid, socketFolder }: Postmaster, folder: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (runsOn(pid, folder)) process.kill(pid, signal)
    for (let waited = 0; waited < 8_000 && runsOn(pid, folder); waited += 20) await sleep(20)
  }
  await removeSocketFolder(socketFolder)
}

/** Creates a short private path: a socket's address has at most 107 bytes, and whoever can reach it is trusted. */
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

/** Whether a process is running; a zombie counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    return isTaken(pid) && !(process.platform === 'linux' && /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

/** Whether any process has this number, by the check that Postgres uses. */
function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Whether a process is this folder's database. Another program may have got the number since, so this checks its working
 * folder.
 */
function runsOn(pid: number, folder: string): boolean {
  if (!(pid > 0) || !isAlive(pid)) return false
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(folder)
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false // it has just ended, or belongs to another user
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
 * After a crash of the machine the pid file of the dead database may contain the number of another living process, and
 * Postgres would refuse to start. Postgres ignores the number of its own parent, and still checks the shared memory named
 * further down.
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
