import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Connection, Db } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'

/** The work may take minutes, and equal rows must have equal text whatever the database's settings. */
const settings = `
  set statement_timeout = 0; set lock_timeout = '30s'; set idle_in_transaction_session_timeout = 0;
  set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601';
  set extra_float_digits = 1; set bytea_output = 'hex'`

/** Runs work with one connection outside the shop's pool. When the work ends, an uncommitted transaction is rolled back. */
export async function withOwnConnection<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    application_name: 'vitrine backup',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  client.on('error', () => undefined) // the running query fails with it
  await client.connect()
  try {
    await client.query(settings)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Wraps the same connection for Kysely's queries. */
export function kyselyOn(client: pg.Client): Db {
  const lent = Object.assign(client, { release: () => undefined })
  const pool = { connect: async () => lent, end: async () => undefined, options: {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Takes a lock in this database that lasts as long as the connection; false when another session holds it. */
export async function takeLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as ours', [name])
  return rows[0].ours
}
