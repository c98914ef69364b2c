import type { Clock } from '../server/lib/clock.ts'
import type { Later } from './cards.ts'
import type { EventRow } from './event.ts'
import type { Events } from './events.ts'
import type { Query, Store } from './store/connect-store.ts'

/** Changes that the sandbox makes some time after a request. */
export type DelayedEffect = Later | 'payment succeeds' | 'payment fails'

const afterMs = 10_000

/** Schedules a change of a refund or a session in the transaction that creates it. */
export async function scheduleLater(query: Query, what: DelayedEffect, about: string, now: Date): Promise<void> {
  await query('insert into sandbox.later (what, about, due_at) values ($1, $2, $3)', [
    what,
    about,
    new Date(+now + afterMs),
  ])
}

/** The function for each scheduled change; it runs in a transaction of its own and returns the events to send. */
export type Handlers = Record<DelayedEffect, (query: Query, about: string) => Promise<EventRow[]>>

/** Runs scheduled changes when they are due. */
export function createLater(store: Store, events: Events, clock: Clock, handlers: Handlers) {
  async function doNext(): Promise<EventRow[] | undefined> {
    return await store.inTransaction(async query => {
      const { rows } = await query<{ what: DelayedEffect; about: string }>(
        `delete from sandbox.later where id = (
           select id from sandbox.later where due_at <= $1 order by due_at, id limit 1 for update skip locked
         ) returning what, about`,
        [clock.now()],
      )
      const [planned] = rows
      return planned && (await handlers[planned.what](query, planned.about))
    })
  }

  return {
    async doDue(): Promise<void> {
      for (;;) {
        const planned = await doNext()
        if (!planned) return
        for (const event of planned) await events.deliver(event)
      }
    },

    async nextDue(): Promise<Date | undefined> {
      const { rows } = await store.query<{ at: Date | null }>('select min(due_at) as at from sandbox.later')
      return rows[0]?.at ?? undefined
    },
  }
}
