import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { FileMigrationProvider, type Migration, type MigrationResult, Migrator } from 'kysely/migration'
import { StartupError } from '../lib/startup-error.ts'
import type { Db, Tx } from './connection.ts'
import { damageOf } from './damage.ts'
import { doesWork, noteWorksWith } from './works-with.ts'

const migrationFolder = path.join(import.meta.dirname, 'migrations')
const provider = new FileMigrationProvider({ fs, path, migrationFolder })

/**
 * Migrates the tables in one transaction: when a migration fails, the previous release still has its tables. When several
 * processes start at once, one migrates and the others wait.
 * Leaves the tables of the next release alone.
 * @throws StartupError when a newer Vitrine has changed this database so that this one does not work with it, or when a migration
 * fails
 */
export async function migrate(db: Db): Promise<void> {
  await db.connection().execute(async connection => {
    await sql`set statement_timeout = 0`.execute(connection) // a migration may take long
    await sql`set lock_timeout = '1s'`.execute(connection) // a shop of the release before waits behind a waiting migration
    try {
      if (await isAhead(connection)) return
      const known = await knownMigrations()
      if ((await doneMigrations(connection)).length < known.length) await migrateOnceFree(connection)
      await noteWorksWith(connection, known.at(-1) ?? '')
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
    }
  })
}

const maxTries = 60
const pauseMs = 500
const lockNotAvailable = '55P03'

/** Tries again while the release before uses a table that has to be locked for a moment. */
async function migrateOnceFree(connection: Db): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const { error, results } = await new Migrator({ db: connection, provider }).migrateToLatest()
    if (!error) return
    const isLocked = (error as { code?: unknown }).code === lockNotAvailable
    if (!isLocked || tried === maxTries) throw notMigrated(error, results)
    await setTimeout(pauseMs)
  }
}

function notMigrated(error: unknown, results: MigrationResult[] = []): unknown {
  const failed = results.find(({ status }) => status === 'Error')
  if (!failed || damageOf(error)) return error
  return new StartupError(
    `The tables could not be brought up to date: ${failed.migrationName} failed (${error instanceof Error ? error.message : error}). Everything is as it was before, and the release before this one works with it: start that again.`,
  )
}

/**
 * Whether the tables are those of an older Vitrine.
 * @throws StartupError when a newer one has migrated them
 */
export async function isBehind(db: Db): Promise<boolean> {
  if (await isAhead(db)) return false
  const done = await doneMigrations(db)
  return done.length > 0 && done.length < (await knownMigrations()).length
}

/**
 * For commands that use the tables but may not migrate them.
 * @throws StartupError when there are no tables yet, or when they are those of an older or a newer Vitrine
 */
export async function checkMigrated(db: Db): Promise<void> {
  if (await isAhead(db)) return
  const done = await doneMigrations(db)
  if (done.length === 0) throw new StartupError('There is no shop here yet: start it once, or restore a backup.')
  if (done.length < (await knownMigrations()).length)
    throw new StartupError(
      'This database is that of an older Vitrine: start the shop once, which brings it up to date.',
    )
}

/**
 * Whether a newer release has changed the tables, and this one still works with them.
 * @throws StartupError when this one does not
 */
export async function isAhead(db: Db): Promise<boolean> {
  const [known, done] = await Promise.all([knownMigrations(), doneMigrations(db)])
  const unknown = done.find(name => !known.includes(name))
  if (unknown && !(await doesWork(db, done, known)))
    throw new StartupError(
      `A newer Vitrine has already changed this database (${unknown}): start that version again, or use another database or DATA_DIR.`,
    )
  return unknown !== undefined
}

/**
 * Migrates the tables within a transaction.
 * @param last the last migration to run; by default the newest
 */
export async function migrateWithin(tx: Tx, last?: string): Promise<void> {
  const failed: unknown[] = []
  const migrator = new Migrator({ db: tx, provider: { getMigrations: () => watchedMigrations(failed) } })
  const { error } = last === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(last)
  if (error) throw failed[0] ?? error
}

/** Collects the errors of migrations: in a failed transaction Kysely cannot release its lock, and would report that instead. */
async function watchedMigrations(failed: unknown[]): Promise<Record<string, Migration>> {
  const watched = ({ up }: Migration): Migration => ({
    async up(db) {
      try {
        await up(db)
      } catch (error) {
        failed.push(error)
        throw error
      }
    },
  })
  const migrations = Object.entries(await provider.getMigrations())
  return Object.fromEntries(migrations.map(([name, migration]) => [name, watched(migration)]))
}

/** The names of all migrations of this Vitrine, in order, without loading them. */
export const knownMigrations = async (): Promise<string[]> =>
  (await fs.readdir(migrationFolder))
    .filter(file => file.endsWith('.ts'))
    .map(file => path.parse(file).name)
    .toSorted()

/** The names of the migrations that have run in a database, in order. */
export async function doneMigrations(db: Db): Promise<string[]> {
  const table = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (!table.rows[0]?.found) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
