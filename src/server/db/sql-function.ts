import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './connection.ts'

/** A function in the database that belongs to this release. */
export interface SqlFunction {
  /** Ends in a hash of its text, so that concurrent releases each call their own version. */
  name: string
  /** The statement that creates it. */
  create: string
}

/**
 * Defines a function of PL/pgSQL. Each of its statements sees what is committed when the statement begins, so what follows a lock
 * sees what the lock has waited for; a single statement would not.
 * @param signature its parameters and result, after the name
 */
export function sqlFunction(prefix: string, signature: string, body: string): SqlFunction {
  const hash = createHash('sha256')
    .update(signature + body)
    .digest('hex')
  const name = `${prefix}_${hash.slice(0, 12)}`
  return {
    name,
    create: `create function ${name}${signature}
language plpgsql set plan_cache_mode = force_generic_plan as $$${body} $$`,
  }
}

/** Creates the functions that do not exist. The caller ensures that only one process does so at a time. */
export async function installFunctions(db: Db, functions: SqlFunction[]): Promise<void> {
  for (const { name, create } of functions) {
    const { rows } = await sql<{ isThere: boolean }>`select to_regproc(${name}) is not null as "isThere"`.execute(db)
    if (!rows[0]?.isThere) await sql.raw(create).execute(db)
  }
}
