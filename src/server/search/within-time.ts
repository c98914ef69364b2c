import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'

const mostMs = 1_500

/** Reads within one transaction, no statement of which may take longer than a search is worth. */
export const withinTime = <Answer>(db: Db, read: (tx: Db) => Promise<Answer>): Promise<Answer> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async tx => {
      await sql`set local statement_timeout = ${sql.lit(mostMs)}`.execute(tx)
      return await read(tx)
    })
