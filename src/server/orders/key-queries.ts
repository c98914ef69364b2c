import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { hashToken, newToken } from '../http/sessions.ts'

const livesForMs = 365 * 24 * 60 * 60_000

/** The end of the time for which a new key opens its order. */
export const keyExpiry = (now: Date): Date => new Date(+now + livesForMs)

/**
 * Creates a key of an order for an e-mail, and deletes expired ones. Only its hash is stored.
 * @returns 43 characters that open the order for a year, without an account
 */
export async function addOrderKey(db: Db, orderId: string, now: Date): Promise<string> {
  const key = newToken()
  await db.deleteFrom('order_key').where('expires_at', '<=', now).execute()
  await db
    .insertInto('order_key')
    .values({ token_hash: hashToken(key), order_id: orderId, expires_at: keyExpiry(now) })
    .execute()
  return key
}

/** The SQL condition for an order of a key that has not expired. */
export const isOpenedBy = (key: string, now: Date): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from order_key where token_hash = ${hashToken(key)} and order_id = "order".id and expires_at > ${now})`

/** Who asks for an order: the signed-in user, and the key that the request carries. */
export interface Buyer {
  caller?: { id: string }
  key?: string
}

/** The SQL condition for an order whose buyer asks: by the account that ordered, or by a key. */
export const isOfBuyer = ({ caller, key }: Buyer, now: Date): RawBuilder<SqlBool> => sql<SqlBool>`
  (coalesce(user_id = ${caller?.id ?? null}, false) or ${key ? isOpenedBy(key, now) : sql`false`})`
