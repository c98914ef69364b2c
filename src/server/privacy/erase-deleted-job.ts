import { undoDays } from '#domain/audit.ts'
import type { AuditBook } from '../audit/record.ts'
import { ShopError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import { exactEmailFirst, hasEmail } from '../users/email-queries.ts'
import { eraseGuest, holdGuestOrders, refuseGuestsNeeded } from './erase-guest.ts'
import { erasePerson, holdPerson, refuseWhileNeeded } from './erase-person.ts'
import { eraseTraces } from './erase-related-rows.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** A payment may be told of long after its order was given up, and a checkout may have been under way. */
const tracesComeForMs = 60 * dayMs

/**
 * Erases somebody from the command line, also one whose account an admin has deleted, and whoever bought as a guest with this
 * e-mail: the owner knows that it is theirs.
 * @param pretend look whether it can be done, and change nothing
 * @throws ShopError 404 when there is neither, 409 as `erasePerson`
 */
export async function eraseByHand(book: AuditBook, email: string, pretend: boolean): Promise<void> {
  const found = await book.db
    .selectFrom('user')
    .select('id')
    .where(hasEmail(email))
    .orderBy(exactEmailFirst(email), 'desc')
    .limit(1)
    .executeTakeFirst()
  await book.db.transaction().execute(async tx => {
    const person = found && (await holdPerson(tx, found.id))
    const guests = await holdGuestOrders(tx, email)
    if (!person && guests.length === 0)
      throw new ShopError(
        404,
        'not_found',
        `There is no account with the e-mail ${email}, and no order of a guest with it.`,
      )
    if (person) await refuseWhileNeeded(tx, person)
    await refuseGuestsNeeded(tx, guests)
    if (pretend) return
    if (person) await erasePerson(tx, person, undefined, book)
    if (guests.length > 0) await eraseGuest(tx, email, guests, book)
  })
}

/**
 * Erases whom an admin has deleted, once that can no longer be taken back, and what has come in since of those who were erased
 * before. Somebody with an order on its way has to wait until it has arrived.
 * @param goOn asked before each of them
 * @returns how many people were erased
 */
export async function eraseDeleted(book: AuditBook, goOn = () => true): Promise<number> {
  const now = +book.clock.now()
  const deleted = await book.db
    .selectFrom('user')
    .select('id')
    .where('deleted_at', '<', new Date(now - undoDays * dayMs))
    .where('erased_at', 'is', null)
    .execute()
  let erased = 0
  for (const { id } of deleted) if (goOn() && (await eraseOne(book, id))) erased += 1

  const lately = await book.db
    .selectFrom('user')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('erased_at', '>', new Date(now - tracesComeForMs))
    .execute()
  for (const { id } of lately) if (goOn()) await book.db.transaction().execute(tx => eraseTraces(tx, id))
  return erased
}

/** Of several processes one does it. */
async function eraseOne(book: AuditBook, id: string): Promise<boolean> {
  try {
    return await book.db.transaction().execute(async tx => {
      const person = await holdPerson(tx, id)
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
 * Erases deleted people every hour for as long as the shop runs.
 * @returns what ends it, after what is under way
 */
export function startErasing(context: AuditBook, log: Pick<Log, 'warn'>): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: hourMs,
      runsAtStart: true,
      run: signal => eraseDeleted(context, () => !signal.aborted),
      messageFor: () => 'deleted users could not be erased, the shop will try again',
    },
    log,
  )
}
