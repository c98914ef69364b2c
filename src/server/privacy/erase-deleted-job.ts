import { undoDays } from '#domain/audit.ts'
import type { AuditBook } from '../audit/record.ts'
import { eraseAnswers } from '../contact/queries.ts'
import type { MayDelete } from '../lib/clock.ts'
import { ShopError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import { eraseAlerts, hasAlerts } from '../stock/alerts/queries.ts'
import { exactEmailFirst, hasEmail } from '../users/email-queries.ts'
import { deleteOldInvitations, eraseInvitations } from '../users/invitations/queries.ts'
import { deleteOldWithdrawals, eraseWithdrawals, hasWithdrawals } from '../withdrawals/queries.ts'
import { assertGuestOrdersErasable, eraseGuest, formsOf, lockGuestOrders } from './erase-guest.ts'
import { assertErasable, erasePerson, lockPerson } from './erase-person.ts'
import { eraseRelatedRows } from './erase-related-rows.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** A payment may be reported long after its order expired, and a checkout may have been running during the erasure. */
const lateRowsArriveForMs = 60 * dayMs

/**
 * Erases a user for the command line, even one whom an admin has deleted, the buyer of the guest orders with this e-mail, its
 * alerts and its withdrawals: the owner knows that they are theirs.
 * @param pretend only check whether it is possible, and change nothing
 * @throws ShopError 404 when there is neither a user, an order, an alert nor a withdrawal, 409 as `erasePerson`
 */
export async function eraseByEmail(book: AuditBook, email: string, pretend: boolean): Promise<void> {
  const found = await book.db
    .selectFrom('user')
    .select('id')
    .where(hasEmail(email))
    .orderBy(exactEmailFirst(email), 'desc')
    .limit(1)
    .executeTakeFirst()
  await book.db.transaction().execute(async tx => {
    const person = found && (await lockPerson(tx, found.id))
    const guests = await lockGuestOrders(tx, email)
    const isKnown = person || guests.length > 0 || (await hasAlerts(tx, formsOf(email)))
    if (!isKnown && !(await hasWithdrawals(tx, formsOf(email))))
      throw new ShopError(
        404,
        'not_found',
        `There is no account with the e-mail ${email}, and no order of a guest with it.`,
      )
    if (person) await assertErasable(tx, person)
    await assertGuestOrdersErasable(tx, guests)
    if (pretend) return
    await eraseAlerts(tx, formsOf(email))
    await eraseInvitations(tx, formsOf(email))
    await eraseAnswers(tx, formsOf(email))
    await eraseWithdrawals(tx, formsOf(email))
    if (person) await erasePerson(tx, person, undefined, book)
    if (guests.length > 0) await eraseGuest(tx, email, guests, book)
  })
}

/**
 * Deletes old invitations and withdrawals, and erases the users whom an admin has deleted, once the deletion can no longer be undone, and the rows that have arrived since for
 * users who were erased before. A user whose order is under way is erased once the order has arrived.
 * @param shouldContinue asked before each user
 * @returns how many users were erased
 */
export async function eraseDeleted(book: AuditBook, shouldContinue = () => true): Promise<number> {
  const now = +book.clock.now()
  await deleteOldInvitations(book.db, book.clock.now())
  await deleteOldWithdrawals(book.db, book.clock.now())
  const deleted = await book.db
    .selectFrom('user')
    .select('id')
    .where('deleted_at', '<', new Date(now - undoDays * dayMs))
    .where('erased_at', 'is', null)
    .execute()
  let erased = 0
  for (const { id } of deleted) if (shouldContinue() && (await eraseDeletedUser(book, id))) erased += 1

  const recentlyErased = await book.db
    .selectFrom('user')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('erased_at', '>', new Date(now - lateRowsArriveForMs))
    .execute()
  for (const { id } of recentlyErased)
    if (shouldContinue()) await book.db.transaction().execute(tx => eraseRelatedRows(tx, id))
  return erased
}

/** Erases a user; of several processes only one does. */
async function eraseDeletedUser(book: AuditBook, id: string): Promise<boolean> {
  try {
    return await book.db.transaction().execute(async tx => {
      const person = await lockPerson(tx, id)
      if (!person?.deleted_at) return false
      await erasePerson(tx, person, undefined, book)
      return true
    })
  } catch (error) {
    if (error instanceof ShopError && error.statusCode === 409) return false
    throw error
  }
}

/**
 * Erases deleted users every hour while the shop runs and its clock can be trusted.
 * @returns a handle whose `close` stops the job after the user being erased
 */
export function startErasing(
  { mayDelete, ...context }: AuditBook & { mayDelete: MayDelete },
  log: Pick<Log, 'warn'>,
): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: hourMs,
      runsAtStart: true,
      mayRun: mayDelete,
      run: signal => eraseDeleted(context, () => !signal.aborted),
      messageFor: () => 'deleted users could not be erased, the shop will try again',
    },
    log,
  )
}
