import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { temporaryFolder } from '../../../tests/support/database.ts'
import type { ArchiveSettings, S3Settings } from '../config/settings.ts'
import { openDatabase } from '../db/connection.ts'
import { spoolOf, startEmbedded } from '../db/embedded/start.ts'
import { openArchive } from './archive.ts'
import { copyBase } from './copy-base.ts'
import { newKey } from './seal.ts'
import { shipLog } from './ship.ts'
import { outgoingFolder } from './status.ts'

export const key = await newKey()

/** Settings of an archive in a folder of its own, and in a bucket if there is one. */
export async function archiveSettings(s3?: S3Settings): Promise<ArchiveSettings & { folder: string }> {
  return { key, folder: path.join(await temporaryFolder(), 'archive'), s3 }
}

/** Starts an embedded database with one table of its own, whose log is archived when a test says so. */
export async function archivedDatabase(settings: ArchiveSettings, dataDir?: string) {
  const place = dataDir ?? (await temporaryFolder())
  const { connection, folder, stop } = await startEmbedded({ dataDir: place, isArchived: true })
  const db = openDatabase(connection)
  let isStopped = false
  async function close() {
    if (isStopped) return
    isStopped = true
    await db.destroy()
    await stop()
  }
  afterAll(close)
  await sql`create table if not exists note (text text)`.execute(db)
  const archive = await openArchive(settings)
  const { rows } = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(db)
  const outgoing = outgoingFolder(place)
  await mkdir(outgoing, { recursive: true })
  const source = { archive, spool: spoolOf(folder), outgoing, system: rows[0]?.id ?? '' }
  const signal = new AbortController().signal
  return {
    ...source,
    db,
    connection,
    dataDir: place,
    folder,
    close,
    write: (text: string) => sql`insert into note values (${text})`.execute(db),
    copy: (now = () => new Date()) => copyBase({ ...source, connection, folder, now }),
    ship: () => shipLog({ ...source, signal }),
    /** Ends the current segment and waits until the database has handed it over. */
    async finishSegment() {
      const { rows: switched } = await sql<{ name: string }>`
        select pg_walfile_name(pg_switch_wal()) as name`.execute(db)
      const name = switched[0]?.name ?? ''
      while (!(await lastHandedOver(db, name))) await new Promise(resolve => setTimeout(resolve, 20))
      return name
    },
  }
}

async function lastHandedOver(db: ReturnType<typeof openDatabase>, name: string): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`
    select coalesce(last_archived_wal, '') >= ${name} as "isDone" from pg_stat_archiver`.execute(db)
  return rows[0]?.isDone === true
}

/** The notes of a database that is started for a moment. */
export async function notesIn(dataDir: string): Promise<string[]> {
  const { connection, stop } = await startEmbedded({ dataDir, isArchived: true })
  const db = openDatabase(connection)
  try {
    const { rows } = await sql<{ text: string }>`select text from note`.execute(db)
    return rows.map(({ text }) => text).toSorted()
  } finally {
    await db.destroy()
    await stop()
  }
}
