import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import { endAccess } from '../users/queries.ts'
import { hashPassword } from './password-hash.ts'
import { readablePassword } from './readable-password.ts'

export interface FirstAdmin {
  email: string
  /** Generated password: shown once, never stored. */
  password?: string
}

interface Wanted {
  db: Db
  email: string
  /** The password that the owner configured. */
  password?: string
  clock: Clock
  ids: Ids
}

/**
 * Creates the first admin of a shop without one. An existing account with that e-mail becomes the admin, with this password.
 * When several processes start at once, one of them does this.
 * @returns undefined when there is an admin
 */
export async function createFirstAdmin({ db, email, password, clock, ids }: Wanted): Promise<FirstAdmin | undefined> {
  if (await hasAdmin(db)) return undefined
  const chosen = password ?? readablePassword()
  const password_hash = await hashPassword(chosen)
  return await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('vitrine first admin'))`.execute(tx)
    if (await hasAdmin(tx)) return undefined
    const { id } = await tx
      .insertInto('user')
      .values({ id: ids.uuid(), username: 'Admin', email, role: 'admin', password_hash, created_at: clock.now() })
      .onConflict(conflict =>
        conflict.expression(sql`lower(email)`).doUpdateSet({ role: 'admin', password_hash, deleted_at: null }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await endAccess(tx, id)
    return password ? { email } : { email, password: chosen }
  })
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}
