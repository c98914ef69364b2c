import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import type { Clock, Ids } from '../../lib/clock.ts'

const maxConfirmationsAnHour = 5
const hourMs = 60 * 60_000

/**
 * Notes that somebody wants to be told when a size is back, and queues the e-mail by which they confirm it. Who asks again gets that
 * e-mail again, at most five an hour for one mailbox; beyond that nothing happens.
 */
export async function askAlert(
  { db, clock, ids }: { db: Db; clock: Clock; ids: Ids },
  variantId: string,
  email: string,
): Promise<void> {
  const now = clock.now()
  await sql`
    with asked as (
      insert into stock_alert (id, variant_id, email, asked_at)
      select ${ids.uuid()}::uuid, ${variantId}::uuid, ${email}, ${now}::timestamptz
      where ${maxConfirmationsAnHour} > (
        select count(*) from mail
        where kind = 'alert-confirmation' and lower(address) = lower(${email}) and created_at > ${new Date(+now - hourMs)}
      )
      on conflict (variant_id, lower(email)) where told_at is null do update set email = excluded.email,
        asked_at = case when stock_alert.confirmed_at is null then excluded.asked_at else stock_alert.asked_at end
      returning id, email, confirmed_at
    )
    insert into mail (id, kind, address, alert_id, created_at, due_at)
    select ${ids.uuid()}::uuid, 'alert-confirmation', email, id, ${now}::timestamptz, ${now}::timestamptz
    from asked where confirmed_at is null`.execute(db)
}
