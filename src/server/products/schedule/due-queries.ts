import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { Clock } from '../../lib/clock.ts'
import { applySchedule, dueAt, hasSchedule } from './schedule-queries.ts'

/** To search, a product costs a millisecond or more; a batch stays well below the deadline of a statement. */
const batchSize = 100

/**
 * Applies all that begins or ends by now: goods come and go, sales begin and end. Each batch is a short transaction of its own. Of
 * two calls at once the second waits for the rows of the first, and finds them done.
 * @param only the ids of products, to wait for no other ones; all without them
 */
export async function applyDue(db: Db, clock: Clock, only?: string[]): Promise<void> {
  for (let last: string | undefined = nil; last; ) last = await applySome(db, clock.now(), last, only)
}

const nil = '00000000-0000-0000-0000-000000000000'

/** @returns the last product of the batch when there may be more */
async function applySome(db: Db, at: Date, after: string, only: string[] | undefined): Promise<string | undefined> {
  return await db.transaction().execute(async tx => {
    const due = await tx
      .selectFrom('product')
      .select('id')
      .where(hasSchedule)
      .where(dueAt, '<=', at)
      .where('id', '>', after)
      .$if(only !== undefined, due => due.where('id', '=', sql<string>`any(${only}::uuid[])`))
      .orderBy('id')
      .limit(batchSize)
      .forUpdate()
      .execute()
    if (due.length === 0) return undefined
    await applySchedule(tx, sql`id = any(${due.map(({ id }) => id)}::uuid[])`, at)
    return due.length === batchSize ? due.at(-1)?.id : undefined
  })
}

/** Returns the next moment at which something begins or ends. */
export async function findNextDue(db: Db): Promise<Date | undefined> {
  return (await nextDue(db).executeTakeFirst())?.at ?? undefined
}

export const nextDue = (db: Db) =>
  db
    .selectFrom('product')
    .select(dueAt.as('at'))
    .where(hasSchedule)
    .where(dueAt, 'is not', null)
    .orderBy(dueAt)
    .limit(1)
