import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { Clock } from '../../lib/clock.ts'

/** Longer than fetching and saving a picture takes: afterwards the process that has begun it is dead. */
const claimMs = 3 * 60_000
/** The pauses before the tries after the first. */
const retryMs = [30_000, 2 * 60_000, 10 * 60_000]
const maxTries = retryMs.length + 1
const maxReasonLength = 300

interface Context {
  db: Db
  clock: Clock
}

/** An address of an import that this process fetches. */
export interface ClaimedDownload {
  importId: string
  address: string
  tries: number
}

/**
 * Claims the address that has been due longest; undefined when none is. The first picture of an import with an address stands for
 * all of them, so that each address is fetched once, however many processes there are. One whose process was killed each time is
 * given up.
 */
export async function claimDownload(context: Context): Promise<ClaimedDownload | undefined> {
  const now = context.clock.now()
  for (;;) {
    const { rows } = await sql<ClaimedDownload>`
      update picture_download claimed set tries = tries + 1, next_at = ${new Date(+now + claimMs)}
      from (
        select import_id, product_id, place from picture_download due
        where state = 'waiting' and next_at <= ${now} and not exists (
          select from picture_download other
          where other.import_id = due.import_id and other.address = due.address and other.state = 'waiting'
            and (other.product_id, other.place) < (due.product_id, due.place)
        )
        order by next_at, line, place limit 1 for update skip locked
      ) first
      where claimed.import_id = first.import_id and claimed.product_id = first.product_id and claimed.place = first.place
        and state = 'waiting'
      returning claimed.import_id as "importId", address, tries`.execute(context.db)
    const claimed = rows[0]
    if (!claimed || claimed.tries <= maxTries) return claimed
    await giveUp(context, claimed, 'The shop was stopped each time while it fetched this picture.')
  }
}

/** Leaves a claimed address to the next process, as if it had not been tried. */
export async function releaseDownload({ db, clock }: Context, claimed: ClaimedDownload): Promise<void> {
  await stillClaimed(db, claimed)
    .set({ tries: claimed.tries - 1, next_at: clock.now() })
    .execute()
}

/**
 * Plans the next try of a claimed address, or gives it up.
 * @param isFinal whether another try would end the same way
 */
export async function failDownload(
  context: Context,
  claimed: ClaimedDownload,
  { message, isFinal }: { message: string; isFinal: boolean },
): Promise<void> {
  const pause = isFinal ? undefined : retryMs[claimed.tries - 1]
  if (pause === undefined) return await giveUp(context, claimed, message)
  await stillClaimed(context.db, claimed)
    .set({ next_at: new Date(+context.clock.now() + pause) })
    .execute()
}

/** A claim that has expired belongs to another process, which has counted one try more. */
const stillClaimed = (db: Db, { importId, address, tries }: ClaimedDownload) =>
  db
    .updateTable('picture_download')
    .where('import_id', '=', importId)
    .where('address', '=', address)
    .where('state', '=', 'waiting')
    .where('tries', '=', tries)

async function giveUp({ db }: Context, { importId, address, tries }: ClaimedDownload, reason: string): Promise<void> {
  await sql`
    update picture_download set state = 'failed', next_at = null, reason = ${reason.slice(0, maxReasonLength)}
    where import_id = ${importId} and address = ${address} and state = 'waiting' and exists (
      select from picture_download first
      where first.import_id = ${importId} and first.address = ${address} and first.state = 'waiting' and first.tries = ${tries}
    )`.execute(db)
}
