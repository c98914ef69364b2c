import { execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { temporaryFolder } from '../../../../tests/support/database.ts'
import { openDatabase } from '../connection.ts'
import { findDataLocation } from '../embedded/data-location.ts'
import { findPostmaster, makeSocketFolder, startPostmaster, stopPostmaster } from '../embedded/postmaster.ts'
import { startEmbedded } from '../embedded/start.ts'

/** A primary and a streaming replica, both on sockets and without tables. */
export async function primaryAndReplica() {
  const settings = { fsync: 'off', max_connections: '50' }
  const dataDir = await temporaryFolder()
  await (await startEmbedded({ dataDir, settings })).stop()

  const copyDir = await temporaryFolder()
  const copy = await findDataLocation(copyDir)
  execFileSync('cp', ['-a', (await findDataLocation(dataDir)).folder, copy.folder])
  await fs.writeFile(path.join(copy.folder, 'standby.signal'), '')

  const server = await startEmbedded({ dataDir, settings })
  const socketFolder = await makeSocketFolder(copy)
  const follows = `host=${server.connection.host} port=5432 user=vitrine`
  const connection = { ...server.connection, host: socketFolder }

  async function start() {
    await fs.mkdir(socketFolder, { recursive: true })
    if (copy.runAs) await fs.chown(socketFolder, copy.runAs.uid, copy.runAs.gid)
    await startPostmaster(copy, { ...settings, primary_conninfo: follows }, socketFolder)
    for (;;) {
      const db = openDatabase(connection)
      const isUp = await sql`select 1`.execute(db).then(
        () => true,
        () => false,
      )
      await db.destroy()
      if (isUp) return
      await sleep(20)
    }
  }
  async function stop() {
    const postmaster = await findPostmaster(copy.folder)
    if (postmaster) await stopPostmaster(postmaster, copy.folder)
  }
  await start()

  return {
    primary: server.connection,
    stopPrimary: server.stop,
    replica: { connection, start, stop },
    async close() {
      await stop()
      await server.stop()
      for (const folder of [dataDir, copyDir]) await fs.rm(folder, { recursive: true })
    },
  }
}
