import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Connection, type Db, openDatabase } from '../db/connection.ts'
import { scratchPrefix } from '../db/scratch.ts'
import { conflict } from '../lib/errors.ts'
import { loadBackup } from './load-backup.ts'
import { takeLock, withOwnConnection } from './own-connection.ts'
import { openBackup } from './read-backup.ts'

interface Drill {
  /** The shop's database. The drill restores the backup beside it, into a database that it drops afterwards. */
  connection: Connection
  /** Counts the broken rules in a restored shop. */
  inspect: (restored: Db) => Promise<number>
  signal?: AbortSignal
}

export interface Drilled {
  tables: number
  rows: number
  /** Records that break a rule. The shop had them too when it was backed up, because the drill has compared every row. */
  broken: number
}

/**
 * Checks that a backup can be restored: loads it into a database of its own, compares every row and picture with the backup's
 * digests, brings the tables up to date and inspects them. The shop is not changed.
 * @throws ShopError with one sentence when the backup cannot be restored, or when the drill cannot run
 */
export async function drillBackup(file: string, { connection, inspect, signal }: Drill): Promise<Drilled> {
  const backup = await openBackup(file)
  return await inScratchDatabase(connection, async scratch => {
    const { contents, leftOut } = await loadBackup(backup, {
      connection: scratch,
      saveImages: async () => undefined, // the loader has compared them
      signal,
    })
    if (leftOut.length > 0)
      throw conflict(
        `A restore would leave out what is not Vitrine's (${leftOut.join(', ')}): move it into a schema of its own.`,
      )
    const tables = Object.values(contents.tables)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const db = openDatabase(scratch)
    const broken = await inspect(db).finally(() => db.destroy())
    return { tables: tables.length, rows, broken }
  })
}

/** The nightly job holds a lock of its own around the drill, so this name must differ. */
export const lock = 'vitrine drill database'

const insufficientPrivilege = '42501'

async function inScratchDatabase<T>(shop: Connection, work: (scratch: Connection) => Promise<T>): Promise<T> {
  return await withOwnConnection(shop, async client => {
    if (!(await takeLock(client, lock))) throw conflict('Another drill is under way: wait until it is done.')
    const { rows } = await client.query(`select (${scratchPrefix}) as prefix`)
    const { prefix } = rows[0]
    await dropLeftovers(client, prefix)
    const name = `${prefix}${randomBytes(6).toString('hex')}`
    await client.query(`create database ${name} template template0`).catch(async error => {
      throw error instanceof pg.DatabaseError && error.code === insufficientPrivilege ? await mayNot(client) : error
    })
    try {
      return await work(databaseOf(shop, name))
    } finally {
      await client.query(`drop database ${name} with (force)`)
    }
  })
}

/** Drops the databases of drills that were killed. */
async function dropLeftovers(client: pg.Client, prefix: string): Promise<void> {
  const { rows } = await client.query('select datname as name from pg_database where starts_with(datname, $1)', [
    prefix,
  ])
  for (const { name } of rows) await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
}

async function mayNot(client: pg.Client) {
  const { rows } = await client.query('select current_user as name')
  const { name } = rows[0]
  return conflict(
    `The drill could not be tried: the database user ${name} may not create databases (ALTER ROLE ${pg.escapeIdentifier(name)} CREATEDB allows it).`,
  )
}

function databaseOf(connection: Connection, database: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}
