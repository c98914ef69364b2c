import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { isOutdatedPlan, preparing } from './prepared.ts'
import { type SlowLog, slowStatements } from './slow-statements.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** Where a database is: one address, or its parts (`host` may be the folder of a Unix socket). */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string }

/** The address of a database as one text, as DATABASE_URL has it. */
export function connectionUrl(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { user, host, port, database } = connection
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
}

/** In milliseconds: what a statement may take, and how long it may wait for a lock. */
export const deadlines = { statement_timeout: 5_000, lock_timeout: 2_000 }

/**
 * Opens the shop's pool of ten connections. Connecting happens with the first query.
 * Nothing waits for long: 2 s for a free connection, 2 s for a lock, 5 s for a statement. A statement takes one core at
 * most: starting helpers for it costs more than most statements take.
 * @param options `pooled`: it leads through a pooler that lends a connection for one transaction. Then the deadlines are
 *   those of the database's user (see `keepDeadlines`), for such a pooler refuses to pass them on, and no statement is prepared;
 *   `log`: hears of slow statements
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
    ...(!pooled && { ...deadlines, options: '-c jit=off -c max_parallel_workers_per_gather=0' }),
    keepAlive: true,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  })
  outliveConnections(pool)
  const dialect = new PostgresDialect({ pool: pooled ? pool : preparing(pool) })
  const db = new Kysely<Tables>({ dialect, log: log && slowStatements(log) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()

/** How many connections a database of `openDatabase` has now, how many of them nobody uses, and how many wait for one. */
export function poolOf(db: Db): { total: number; idle: number; waiting: number } {
  const pool = pools.get(db)
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}

/**
 * A connection that breaks is replaced; whoever asks next hears of it if the database is really gone. Both listeners are needed:
 * without one for its idle and one for its lent connections, a pool would end the whole process.
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
const lostSockets = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'EAGAIN'])
const poolMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/

/**
 * Tells whether asking again in a moment may help: no free connection, a timeout, a lock, no space or memory,
 * a lost or refused connection, a restart, two transactions in each other's way, or a migration in between.
 */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (isOutdatedPlan(error)) return true
  if (error instanceof pg.DatabaseError) return busyStates.has(code ?? '') || /^(53|08)/.test(code ?? '')
  if (code && lostSockets.has(code)) return syscall === 'connect' || syscall === 'read' || syscall === 'write'
  return poolMessages.test(error.message)
}
