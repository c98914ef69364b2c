import type { Tx } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import { hashToken } from '../http/sessions.ts'
import { badRequest } from '../lib/errors.ts'
import { claimGuestOrders } from '../privacy/erase-guest.ts'
import type { Accounts } from '../users/accounts.ts'

const tooOld = 'This link is too old, or belongs to another account. Please ask for a new one.'
/** A link works once, and is opened again: by a second tab, or days later. */
const alreadyConfirmed = 'Your e-mail is confirmed already. If a guest order is missing, please ask for a new link.'

/**
 * Marks a user's e-mail as verified, and gives them the guest orders of that address. Whoever only registered with somebody's
 * address cannot open their mailbox, and whoever can open it is not signed in to that account: so both are needed.
 * @returns how many orders became theirs
 * @throws ShopError 400 when the link is unknown, used, expired, or that of another account
 */
export async function verifyEmail(
  { db, clock }: Pick<Accounts, 'db' | 'clock'>,
  { id, email }: SignedIn,
  token: string,
): Promise<{ orders: number }> {
  const now = clock.now()
  return await db.transaction().execute(async tx => {
    const link = await tx
      .deleteFrom('email_verification')
      .where('token_hash', '=', hashToken(token))
      .where('user_id', '=', id)
      .where('expires_at', '>', now)
      .returning('user_id')
      .executeTakeFirst()
    if (!link) throw badRequest((await isVerified(tx, id)) ? alreadyConfirmed : tooOld)
    await tx.updateTable('user').set({ email_verified_at: now }).where('id', '=', id).execute()
    return { orders: await claimGuestOrders(tx, id, email) }
  })
}

async function isVerified(tx: Tx, id: string): Promise<boolean> {
  const user = await tx.selectFrom('user').select('email_verified_at').where('id', '=', id).executeTakeFirst()
  return user?.email_verified_at != null
}
