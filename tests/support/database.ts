import { randomUUID } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { type Connection, type Db, openDatabase } from '#server/db/connection.ts'
import { findPostmaster, isAlive, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { migrate } from '#server/db/migrate.ts'
import { installShopFunctions } from '#server/start/sql-functions.ts'

const connectionVariable = 'VITRINE_TEST_DATABASE'
/** In memory if there is room: a copy of the template takes 0.02 s there, and 0.4 s on a disk. */
const parent = hasRoom('/dev/shm') ? '/dev/shm' : '/tmp'
const folderPrefix = 'vitrine-test-'

export type TestDatabase = { db: Db; connection: Connection; close(): Promise<void> }

/**
 * Starts the one database server of a test run and migrates the template that every test file copies. The workers get the
 * server's address from an environment variable.
 * @returns a function that stops the server and deletes its files
 */
export async function startTestDatabases(): Promise<() => Promise<void>> {
  await removeLeftovers()
  const dataDir = await temporaryFolder()
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const server = await startEmbedded({ dataDir, settings })

  const template = openDatabase(server.connection)
  await migrate(template)
  await installShopFunctions(template)
  await template.destroy()
  process.env[connectionVariable] = JSON.stringify(server.connection)

  return async () => {
    await server.stop()
    await fs.rm(dataDir, { recursive: true })
  }
}

/** Creates a database with all tables and no rows, for one test file or one browser worker. */
export async function testDatabase(): Promise<TestDatabase> {
  const serverJson = process.env[connectionVariable]
  if (!serverJson)
    throw new Error('testDatabase() needs tests/support/global-setup.ts in the configuration of the test runner.')
  const server = JSON.parse(serverJson) as { host: string; port: number; user: string; database: string }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${server.database}`)

  const connection = { ...server, database: name }
  const db = openDatabase(connection)
  return {
    db,
    connection,
    async close() {
      await db.destroy()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

async function onServer(server: { host: string; port: number; user: string }, statement: string) {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Creates a folder that the test deletes; if the test is killed, the next run deletes it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(parent, `${folderPrefix}${process.pid}-`))
  await fs.chmod(folder, 0o711) // when root runs the tests, the database runs as another user
  return folder
}

/** Deletes the folders of test runs that were killed; the names contain their process ids. */
async function removeLeftovers() {
  for (const name of await fs.readdir(parent)) {
    const pid = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length).split('-')[0]) : undefined
    if (!pid || isAlive(pid)) continue
    const dataDir = path.join(parent, name)
    const owner = (await fs.stat(dataDir)).uid
    if (process.getuid?.() !== 0 && process.getuid?.() !== owner) continue
    const database = path.join(dataDir, 'database')
    const postmaster = await findPostmaster(database)
    if (postmaster) await stopPostmaster(postmaster, database)
    await fs.rm(dataDir, { recursive: true, force: true })
  }
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * 2 ** 30
}
