import { type Cluster, until } from './cluster.ts'
import type { Promised } from './visitors.ts'

/** Compares what was confirmed to buyers and writers with what the primary has in the end. */
export async function brokenPromises({ query }: Cluster, promised: Promised, lone: string[]) {
  const count = async (text: string, values: unknown[] = []) =>
    Number(Object.values((await query<Record<string, unknown>>(text, values))[0] ?? {})[0])
  const missing = (confirmed: Set<string>, condition: string) =>
    count(`select count(*) from unnest($1::text[]) as confirmed where not ${condition}`, [[...confirmed]])

  const isDelivered = async () => (await count('select count(*) from sandbox.event where due_at is not null')) === 0
  await until('the shop has received all events of its provider', isDelivered)
  const lost =
    (await missing(promised.ordered, 'exists (select from "order" where payment_session = confirmed)')) +
    (await missing(promised.paid, isPaid)) +
    (await missing(promised.confirmed, isPaid))
  const twice =
    (await count(`select count(*) from (
      select from "order" where payment_state = 'paid' group by coalesce(email, contact_email) having count(*) > 1) as buyer`)) +
    (await count(`select count(*) from (
      select from sandbox.session where status = 'complete' group by params->'metadata'->>'orderId' having count(*) > 1) as charge`)) +
    (await count(`select count(*) from (
      select from order_event where value in ('paid', 'pending') group by order_id, kind having count(*) > 1) as event`))
  const unpaid = await count(`select count(*) from sandbox.session
    left join "order" on payment_session = session.id where session.status = 'complete' and payment_state is distinct from 'paid'`)
  const split = await missing(new Set(lone), 'exists (select from lone_writer where id = confirmed)')
  return { lost: lost + unpaid, twice, split, loneWrites: lone.length }
}

const isPaid = `exists (select from "order" where payment_session = confirmed and payment_state = 'paid')`
