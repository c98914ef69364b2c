import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'

/**
 * No statement may take longer than 1.5 s, nor read a whole table because the planner expects an early match. Each statement is
 * planned once, for any words, because planning takes longer than most searches.
 */
const begin = [
  'start transaction read only',
  'set local statement_timeout = 1500',
  'set local enable_seqscan = off',
  'set local plan_cache_mode = force_generic_plan',
].join('; ')

/** Reads in one transaction, which begins with a single round trip. */
export const withinTime = <Answer>(db: Db, read: (tx: Db) => Promise<Answer>): Promise<Answer> =>
  db.connection().execute(async connection => {
    try {
      await sql.raw(begin).execute(connection)
      const answer = await read(connection)
      await sql`commit`.execute(connection)
      return answer
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => undefined) // a lost connection has already ended the transaction
      throw error
    }
  })
