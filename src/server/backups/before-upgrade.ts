import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Connection, Db } from '../db/connection.ts'
import { doneMigrations } from '../db/migrate.ts'
import type { Contents } from './format.ts'
import { withOwnConnection } from './own-connection.ts'
import { saveBackup } from './save-backup.ts'
import { type BackupSource, digestTables } from './write-backup.ts'

interface Where {
  connection: Connection
  folder: string
}

/** The file that names the backup made before an upgrade, with the digests of all tables, until that upgrade succeeds. */
const noteIn = (folder: string) => path.join(folder, 'before-upgrade')

/**
 * Makes a backup before the tables are changed. After a failed upgrade it uses the earlier backup again while all tables still
 * match it, so that a shop that restarts again and again does not fill its disk.
 */
export async function backUpBeforeUpgrade(
  source: BackupSource,
  where: Where,
): Promise<{ file: string; isNew: boolean }> {
  const { folder } = where
  const known = await knownBackup(source.db, where)
  if (known) return { file: known, isNew: false }
  const { file, contents } = await saveBackup(source, where)
  const note = noteIn(folder)
  const text = `${path.basename(file)}\n${await stateOf(source.db, contents.tables)}\n`
  await writeFile(`${note}.partial`, text, { mode: 0o600 })
  await rename(`${note}.partial`, note)
  return { file, isNew: true }
}

/** Makes the next upgrade begin with a new backup. */
export const forgetBackupBeforeUpgrade = (folder: string): Promise<void> => rm(noteIn(folder), { force: true })

async function knownBackup(db: Db, { connection, folder }: Where): Promise<string | undefined> {
  const note = noteIn(folder)
  if (!existsSync(note)) return undefined
  const [name = '', state] = (await readFile(note, 'utf8')).split('\n')
  const file = path.join(folder, name)
  if (!existsSync(file)) return undefined
  return state === (await stateOf(db, await withOwnConnection(connection, digestTables))) ? file : undefined
}

async function stateOf(db: Db, tables: Contents['tables']): Promise<string> {
  const migrations = await doneMigrations(db)
  return createHash('sha256').update(JSON.stringify({ migrations, tables })).digest('hex')
}
