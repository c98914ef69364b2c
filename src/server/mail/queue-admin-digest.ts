import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import type { MailContext } from './context.ts'

const digestEveryMs = 15 * 60_000
const maxNamed = 20
/**
 * What is younger is left for the next look. Entries in the history are numbered before they can be seen; by then all that have
 * a lower number can be seen too, for no statement that pays an order takes so long.
 */
const settledAfterMs = 30_000
/** So that no look takes long, whatever has been going on. */
const maxEventsAtOnce = 100_000

interface Found {
  /** Up to which the admins know the history of orders. */
  last: number
  newest: number
  messages: number
}

/**
 * Queues an e-mail to every admin when orders were paid or messages have come since the last one, at most every 15 minutes. Any
 * number of processes may look at once, and as often as they like: mostly it is one statement that reads a few rows.
 */
export async function lookForNews({ db, clock }: Pick<MailContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const until = new Date(+now - settledAfterMs)
  const found = await find(db, now, until)
  if (found && (found.newest > found.last || found.messages > 0)) await tell(db, found, now, until)
}

/** Nothing while it is too early for other e-mails. An order that awaits its payment is no news, and there are many of them. */
async function find(db: Db, now: Date, until: Date): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select last_event as last,
      least(last_event + ${maxEventsAtOnce}, coalesce((
        select id from order_event where id > last_event and value <> 'awaiting' and at <= ${until}
        order by id desc limit 1
      ), last_event)) as newest,
      (select count(*) from contact_message where created_at > messages_until and created_at <= ${until}) as messages
    from house_news where next_at <= ${now}`.execute(db)
  return rows[0]
}

/** Of several processes that have found the same one gets its turn. */
async function tell(db: Db, { last, newest, messages }: Found, now: Date, until: Date): Promise<void> {
  await sql`
    with arrived as (
      select "order".id, payment_state = 'review' as is_in_review, min(order_event.id) as place
      from order_event join "order" on "order".id = order_event.order_id
      where order_event.id > ${last} and order_event.id <= ${newest} and kind = 'payment' and value in ('paid', 'review')
        and payment_state in ('paid', 'review') and deleted_at is null
      group by "order".id
    ), named as (
      select id, row_number() over (order by is_in_review desc, place) as place from arrived
      order by place limit ${maxNamed}
    ), news as (
      select (select count(*) from arrived) as orders, (select coalesce(jsonb_agg(id order by place), '[]') from named) as named
    ), turn as (
      update house_news set
        last_event = ${newest},
        messages_until = ${until},
        next_at = case when orders + ${messages}::bigint > 0 then ${new Date(+now + digestEveryMs)} else next_at end
      from news where last_event = ${last} and next_at <= ${now}
      returning orders, named
    )
    insert into mail (id, kind, address, news, created_at, due_at)
    select gen_random_uuid(), 'house-news', email,
      jsonb_build_object('orders', named, 'more', orders - jsonb_array_length(named), 'messages', ${messages}::bigint),
      ${now}, ${now}
    from turn, "user"
    where orders + ${messages}::bigint > 0 and role = 'admin' and deleted_at is null`.execute(db)
}
