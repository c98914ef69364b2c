import fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { CannotStart } from '../cannot-start.ts'
import type { Db } from './connection.ts'

const provider = new FileMigrationProvider({ fs, path, migrationFolder: path.join(import.meta.dirname, 'migrations') })

/**
 * Brings the tables up to date, each migration in a transaction of its own, all under one lock:
 * of several processes that start at once, one migrates and the others wait for it.
 * @throws CannotStart when a newer Vitrine has already migrated this database.
 */
export async function migrate(db: Db): Promise<void> {
  await db.connection().execute(async connection => {
    await sql`set statement_timeout = 0`.execute(connection) // a migration may take its time
    try {
      const migrator = new Migrator({ db: connection, provider })
      await refuseNewer(connection)
      for (;;) {
        const { error, results } = await migrator.migrateUp()
        if (error) throw error
        if (!results?.length) return
      }
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function refuseNewer(db: Db) {
  const table = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (!table.rows[0]?.found) return
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const known = await provider.getMigrations()
  const unknown = done.rows.find(({ name }) => !(name in known))
  if (unknown)
    throw new CannotStart(
      `A newer Vitrine has already changed this database (${unknown.name}): start that version again, or use another database or DATA_DIR.`,
    )
}
