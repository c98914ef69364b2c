import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { MailContext } from './context.ts'

const digestEveryMs = 15 * 60_000
const maxOrdersNamed = 20
/**
 * Younger events are left for the next run. An event gets its id before its transaction commits. After this time all events with a
 * lower id are visible too, because no statement that pays an order takes that long.
 */
const settledAfterMs = 30_000
/** Limits the time of a run, whatever has happened since the last one. */
const maxEventsAtOnce = 100_000

interface DigestRange {
  /** The last order event that the admins know of. */
  last: number
  /** The last order event of this digest. */
  newest: number
  /** How many messages have arrived. */
  messages: number
  /** How many returns were asked for, and how many withdrawals were stated. */
  returns: number
  withdrawals: number
}

/**
 * Queues an e-mail to every admin when orders were paid, or messages, returns or withdrawals have arrived since the last one, at most every 15 minutes. Any
 * number of processes may run it at the same time and at any rate: usually it is one query that reads a few rows.
 */
export async function queueAdminDigest({ db, clock }: Pick<MailContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const until = new Date(+now - settledAfterMs)
  const range = await findRange(db, now, until)
  if (range && (range.newest > range.last || range.messages + range.returns + range.withdrawals > 0))
    await queueEmails(db, range, now, until)
}

/** Returns undefined before the next digest may be sent. Orders that await payment are skipped: there are many of them. */
async function findRange(db: Db, now: Date, until: Date): Promise<DigestRange | undefined> {
  const { rows } = await sql<DigestRange>`
    select last_event as last,
      least(last_event + ${maxEventsAtOnce}, coalesce((
        select id from order_event where id > last_event and value <> 'awaiting' and at <= ${until}
        order by id desc limit 1
      ), last_event)) as newest,
      (select count(*) from contact_message where created_at > messages_until and created_at <= ${until}) as messages,
      asked.returns, asked.withdrawals
    from house_news, lateral (
      select count(*) filter (where kind = 'return') as returns, count(*) filter (where kind = 'withdrawal') as withdrawals
      from return where asked_at > messages_until and asked_at <= ${until} and num_nonnulls(settled_at, refused_at, return.cancelled_at) = 0
    ) asked
    where next_at <= ${now}`.execute(db)
  return rows[0]
}

/** Queues the e-mails; of several processes that found the same range only one does. */
async function queueEmails(db: Db, range: DigestRange, now: Date, until: Date): Promise<void> {
  const { last, newest, messages, returns, withdrawals } = range
  const others = Number(messages) + Number(returns) + Number(withdrawals)
  await sql`
    with arrived as (
      select "order".id, payment_state = 'review' as is_in_review, min(order_event.id) as place
      from order_event join "order" on "order".id = order_event.order_id
      where order_event.id > ${last} and order_event.id <= ${newest} and kind = 'payment' and value in ('paid', 'review')
        and payment_state in ('paid', 'review') and deleted_at is null
      group by "order".id
    ), named as (
      select id, row_number() over (order by is_in_review desc, place) as place from arrived
      order by place limit ${maxOrdersNamed}
    ), news as (
      select (select count(*) from arrived) as orders, (select coalesce(jsonb_agg(id order by place), '[]') from named) as named
    ), turn as (
      update house_news set
        last_event = ${newest},
        messages_until = ${until},
        next_at = case when orders + ${others}::bigint > 0 then ${new Date(+now + digestEveryMs)} else next_at end
      from news where last_event = ${last} and next_at <= ${now}
      returning orders, named
    )
    insert into mail (id, kind, address, news, created_at, due_at)
    select gen_random_uuid(), 'house-news', email,
      jsonb_build_object('orders', named, 'more', orders - jsonb_array_length(named), 'messages', ${messages}::bigint,
        'returns', ${returns}::bigint, 'withdrawals', ${withdrawals}::bigint),
      ${now}, ${now}
    from turn, "user"
    where orders + ${others}::bigint > 0 and role = 'admin' and deleted_at is null`.execute(db)
}
