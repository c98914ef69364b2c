import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { isOutdatedPlan, preparing } from './prepared.ts'
import { closingReadOnly, isReadOnly } from './read-only.ts'
import { type SlowLog, slowStatements } from './slow-statements.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** The address of a database as one URL, or in parts (`host` may be the folder of a Unix socket). */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string }

/** The address of a database as a URL, in the format of DATABASE_URL. */
export function connectionUrl(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { user, host, port, database } = connection
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
}

/** In milliseconds: how long a statement may run, and how long it may wait for a lock. */
export const deadlines = { statement_timeout: 5_000, lock_timeout: 2_000 }

/**
 * Opens the shop's pool of ten connections. The first query connects. Every wait is short: 2 s for a free connection, 2 s for
 * a lock, 5 s for a statement. A statement uses one core at most, because starting parallel workers costs more than most
 * statements do. A page read by an index costs about as much as one read in a row, as on all SSDs
 * (https://www.postgresql.org/docs/current/runtime-config-query.html#GUC-RANDOM-PAGE-COST). Otherwise plans that were made while a
 * table was small go on reading all of it while thousands of orders arrive, until the table is analyzed again.
 * @param options `pooled`: a transaction pooler is in between. Then the deadlines are set on the database's user (see
 * `enforceDeadlines`), because such poolers refuse to pass them on, and no statement is prepared; `log`: receives slow statements
 */
export function openDatabase(
  connection: Connection,
  { pooled = false, log }: { pooled?: boolean; log?: SlowLog } = {},
): Db {
  const pool = new pg.Pool({
    ...connection,
    application_name: 'vitrine',
    max: 10,
    connectionTimeoutMillis: 2_000,
    ...(!pooled && {
      ...deadlines,
      options: '-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1',
    }),
    keepAlive: true,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  })
  outliveConnections(pool)
  const dialect = new PostgresDialect({ pool: closingReadOnly(pooled ? pool : preparing(pool)) })
  const db = new Kysely<Tables>({ dialect, log: log && slowStatements(log) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()

/** The numbers of connections in the pool of `openDatabase`: open, idle, and requests that wait for one. */
export function poolOf(db: Db): { total: number; idle: number; waiting: number } {
  const pool = pools.get(db)
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}

/**
 * Replaces a connection that breaks; if the database is down, the next query fails. Both listeners are needed: without one for
 * idle and one for borrowed connections, an error would end the whole process.
 */
export function outliveConnections(pool: pg.Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
}

function parserOf(oid: number, format: 'text' | 'binary' = 'text') {
  return oid === pg.types.builtins.INT8 && format === 'text'
    ? wholeNumber
    : pg.types.getTypeParser(oid, format as 'text')
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`The database sent ${text}, too large to count with exactly`)
  return number
}

const busyStates = new Set(['57014', '55P03', '57P01', '57P02', '57P03', '40001', '40P01'])
const lostSockets = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'EAGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
])
const poolMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/

/**
 * Whether a retry in a moment may help: no free connection, a timeout, a lock, no space or memory, a lost or refused
 * connection, a restart, a standby that was the primary a moment ago, a deadlock, or a migration in between.
 */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (isOutdatedPlan(error) || isReadOnly(error)) return true
  if (error instanceof pg.DatabaseError) return busyStates.has(code ?? '') || /^(53|08)/.test(code ?? '')
  if (code && lostSockets.has(code)) return syscall === 'connect' || syscall === 'read' || syscall === 'write'
  return poolMessages.test(error.message)
}
