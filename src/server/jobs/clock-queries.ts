import { sql } from 'kysely'
import type { Heartbeat } from '#domain/clock-state.ts'
import type { Db } from '../db/connection.ts'

/** The last trusted hour; undefined before the first. */
export async function findHeartbeat(db: Db): Promise<(Heartbeat & { wasBehind: boolean }) | undefined> {
  return await db
    .selectFrom('clock_heartbeat')
    .select(['seen_at as seenAt', 'held_until as heldUntil', 'was_behind as wasBehind'])
    .executeTakeFirst()
}

/** Moves the heartbeat forward. If the clock was behind before, nothing is deleted for good until `heldUntil`. */
export async function beat(db: Db, now: Date, heldUntil: Date): Promise<void> {
  await sql`
    insert into clock_heartbeat (seen_at) values (${now})
    on conflict (only_row) do update set seen_at = greatest(clock_heartbeat.seen_at, excluded.seen_at),
      was_behind = false,
      held_until = case when clock_heartbeat.was_behind then ${heldUntil} else clock_heartbeat.held_until end`.execute(
    db,
  )
}

/** Sets a heartbeat that is in the future back to a time that was confirmed: the clock was not behind, the heartbeat was ahead. */
export async function setBack(db: Db, now: Date): Promise<void> {
  await db.updateTable('clock_heartbeat').set({ seen_at: now, was_behind: false }).execute()
}

/** Records that the clock was behind. */
export async function noteBehind(db: Db): Promise<void> {
  await db.updateTable('clock_heartbeat').set({ was_behind: true }).execute()
}

/** Starts anew from a time that the owner has confirmed. */
export async function confirmClock(db: Db, now: Date): Promise<void> {
  const fresh = { seen_at: now, was_behind: false, held_until: null }
  await db
    .insertInto('clock_heartbeat')
    .values(fresh)
    .onConflict(conflict => conflict.column('only_row').doUpdateSet(fresh))
    .execute()
}
