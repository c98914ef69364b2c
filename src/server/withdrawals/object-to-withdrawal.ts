import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { hashToken } from '../http/sessions.ts'
import { ShopError } from '../lib/errors.ts'

/**
 * Notes that a withdrawal was not made by the buyer, and cancels it unless it is settled or refused. Used twice, it is the same.
 * @param key of the link in an e-mail to the order's own address
 * @throws ShopError 404 for an unknown key
 */
export async function objectToWithdrawal(db: Db, key: string, now: Date): Promise<void> {
  const { rows } = await sql`
    with found as (
      select return_id from withdrawal_objection where token_hash = ${hashToken(key)}
    ), objected as (
      update withdrawal set objected_at = ${now} from found
      where withdrawal.return_id = found.return_id and objected_at is null
    ), cancelled as (
      update return set cancelled_at = ${now} from found
      where return.id = found.return_id and num_nonnulls(settled_at, refused_at, cancelled_at) = 0
    )
    select from found`.execute(db)
  if (rows.length === 0) throw new ShopError(404, 'not_found', unknownKey)
}

const unknownKey =
  'This link is not known here. Please open it again from the e-mail, whole; or write to us, and we look into it.'
