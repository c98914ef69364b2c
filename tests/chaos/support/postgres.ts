import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionUrl } from '#server/db/connection.ts'
import { findDataLocation } from '#server/db/embedded/data-location.ts'
import { initialise } from '#server/db/embedded/initialise.ts'
import { findPostmaster, isAlive, makeSocketFolder, startPostmaster } from '#server/db/embedded/postmaster.ts'

const patienceMs = 30_000

/** A PostgreSQL server of the trial's own, which it can start, stop, kill and freeze. */
export type Postgres = Awaited<ReturnType<typeof openPostgres>>

export async function openPostgres() {
  const dataDir = mkdtempSync('/tmp/vitrine-trial-db-')
  chmodSync(dataDir, 0o711) // the database of root runs as another user, who needs to enter the folder
  const place = await findDataLocation(dataDir)
  await initialise(place)
  const socketFolder = await makeSocketFolder(place)
  const at = { host: socketFolder, port: 5432, user: 'vitrine' }
  let pid = 0

  /** Resolves when it answers. */
  async function start(): Promise<void> {
    let attempt = await startPostmaster(place, { max_connections: '100' }, socketFolder)
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(10)) {
      const postmaster = await findPostmaster(place.folder)
      if (postmaster && (await answers())) {
        pid = postmaster.pid
        return
      }
      if (attempt.hasEnded()) attempt = await startPostmaster(place, { max_connections: '100' }, socketFolder)
    }
    throw new Error(`The database did not start\n${await attempt.output()}`)
  }

  async function answers(): Promise<boolean> {
    const client = new pg.Client({ ...at, database: 'postgres' })
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch (error) {
      return !(error instanceof Error)
    } finally {
      await client.end()
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (isAlive(pid)) process.kill(pid, signal)
    while (isAlive(pid)) await sleep(5)
  }

  function signalAll(signal: NodeJS.Signals): void {
    const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    const children = rows.map(row => row.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid)
    for (const each of [pid, ...children.map(([child = 0]) => child)]) if (isAlive(each)) process.kill(each, signal)
  }

  async function close(): Promise<void> {
    await end('SIGQUIT')
    rmSync(socketFolder, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }

  process.once('exit', () => {
    if (isAlive(pid)) process.kill(pid, 'SIGQUIT') // it must not outlive an aborted trial
  })
  await start()
  const client = new pg.Client({ ...at, database: 'postgres' })
  await client.connect()
  await client.query('create database vitrine')
  await client.end()

  return {
    url: connectionUrl({ ...at, database: 'vitrine' }),
    start,
    /** Disconnects all clients and writes everything to disk. */
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    /** Stops all of its processes until `thaw`. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    close,
  }
}
