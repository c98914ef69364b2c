import type { Db } from '../db/connection.ts'
import { hashToken } from '../http/sessions.ts'
import { ShopError } from '../lib/errors.ts'
import { lockReturn } from '../returns/lock-return.ts'

/**
 * Notes that a withdrawal was not made by the buyer, and cancels it unless it has ended, its goods have arrived, or its money is on its
 * way back: then the owner settles it. Used twice, it is the same.
 * @param key of the link in an e-mail to the order's own address
 * @throws ShopError 404 for an unknown key
 */
export async function objectToWithdrawal(db: Db, key: string, now: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    const objection = await tx
      .selectFrom('withdrawal_objection')
      .select('return_id')
      .where('token_hash', '=', hashToken(key))
      .executeTakeFirst()
    if (!objection) throw new ShopError(404, 'not_found', unknownKey)
    const { return_id: id } = objection
    const { settled_at, refused_at, cancelled_at, arrived_at } = await lockReturn(tx, id)
    await tx
      .updateTable('withdrawal')
      .set({ objected_at: now })
      .where('return_id', '=', id)
      .where('objected_at', 'is', null)
      .execute()
    if (settled_at ?? refused_at ?? cancelled_at ?? arrived_at) return
    const refund = tx.selectFrom('refund').select('id').where('return_id', '=', id).where('state', '<>', 'failed')
    if (await refund.executeTakeFirst()) return
    await tx.updateTable('return').set({ cancelled_at: now }).where('id', '=', id).execute()
  })
}

const unknownKey =
  'This link is not known here. Please open it again from the e-mail, whole; or write to us, and we look into it.'
