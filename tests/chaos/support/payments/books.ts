// Compares the orders and payments of the shop under test with those of its payment provider.
import { countEmails, kill, one, query, start, until } from '../shop-in-hand.ts'

/** Restarts the shop and moves everything that is waiting forward by an hour. */
export async function letAnHourPass(): Promise<void> {
  await kill()
  await query(`update "order" set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
    where payment_state = 'awaiting'`)
  await query("update sandbox.session set expires_at = expires_at - interval '1 hour' where status = 'open'")
  await query('update sandbox.event set due_at = now() where due_at > now()')
  await query('update mail set next_try_at = now() where next_try_at > now()')
  await query('update mail set due_at = now() where due_at > now()') // of notifications that were being sent when the shop was killed
  await query("update house_news set next_at = now() + interval '1 day'") // or its e-mails would distort the count
  await query("update upload set begun_at = begun_at - interval '1 hour'")
  await start()
  await until('that nothing waits any more', async () => {
    const waiting = await one<number>(`select (select count(*) from "order" where payment_state = 'awaiting')::int
      + (select count(*) from sandbox.event where due_at is not null)::int
      + (select count(*) from mail where next_try_at is not null or due_at is not null)::int
      + (select count(*) from upload)::int`)
    return waiting === 0
  })
}

/** The provider's charge for an order, from its own records. */
const charges = `
  select params->'metadata'->>'orderId' as order_id, (
    select sum((line->>'quantity')::bigint * (line->'price_data'->>'unit_amount')::bigint)
    from jsonb_array_elements(params->'line_items') as line
  ) as cents
  from sandbox.session where status = 'complete'`

/** Counts after an hour has passed. */
const counts: Record<string, string> = {
  'orders placed': 'select count(*)::int from "order"',
  'orders paid': `select count(*)::int from "order" where payment_state = 'paid'`,
}

/** Counts that must be zero. */
const faults: Record<string, string> = {
  'lost: payments without a paid order of that amount': `
    select count(*)::int from (${charges}) as charge left join "order" using (order_id)
    where payment_state is distinct from 'paid' or amount_cents is distinct from cents`,
  'lost: paid orders without a payment': `
    select count(*)::int from "order" where payment_state = 'paid' and order_id not in (select order_id from (${charges}) as charge)`,
  'doubled: orders with two payment pages': `
    select count(*)::int from (select 1 from sandbox.session group by params->'metadata'->>'orderId' having count(*) > 1) as twice`,
  'doubled: orders that were paid or begun twice': `
    select count(*)::int from (select 1 from order_event where value in ('paid', 'pending')
    group by order_id, kind having count(*) > 1) as twice`,
  'half: paid orders without address, lines or history': `
    select count(*)::int from "order" o where payment_state = 'paid' and not (
      exists (select 1 from address where order_id = o.id) and exists (select 1 from order_line where order_id = o.id)
      and exists (select 1 from order_event where order_id = o.id and value = 'pending'))`,
  'half: orders that are neither paid nor over': `
    select count(*)::int from "order" where payment_state not in ('paid', 'expired')`,
  'half: events that were never taken': 'select count(*)::int from sandbox.event where due_at is not null',
  'letters: paid orders whose buyer was not written to': `
    select count(*)::int from "order" o where payment_state = 'paid'
    and not exists (select 1 from mail where order_id = o.id and sent_at is not null)`,
  'letters: written about orders that are not paid': `
    select count(*)::int from mail join "order" o on o.id = mail.order_id where payment_state <> 'paid'`,
}

/** @returns the counts, and how often the records of shop and provider differ */
export async function compareBooks(): Promise<{ counted: [string, number][]; wrong: [string, number][] }> {
  const all = async (queries: Record<string, string>) => {
    const results: [string, number][] = []
    for (const [what, sql] of Object.entries(queries)) results.push([what, await one<number>(sql)])
    return results
  }
  const emails = await one<number>('select count(*)::int from mail')
  const spare: [string, number] = ['letters: too many or too few sent', Math.abs(countEmails() - emails)]
  return { counted: await all(counts), wrong: [...(await all(faults)), spare] }
}

/**
 * Confirmations by the shop or its payment provider that must not be lost: payment pages, payments and messages.
 */
export const promised = { ordered: new Set<string>(), paid: new Set<string>(), written: new Set<string>() }

/** Call this before a trial continues with another shop. */
export function forgetPromises(): void {
  for (const each of Object.values(promised)) each.clear()
}

/** @returns how many orders, payments and messages are missing, or messages stored twice */
export async function countBrokenPromises(): Promise<Record<keyof typeof promised, number>> {
  const missing = (confirmed: Set<string>, condition: string) =>
    one<number>(`select count(*)::int from unnest($1::text[]) confirmed where not ${condition}`, [[...confirmed]])
  return {
    ordered: await missing(promised.ordered, 'exists (select from "order" where payment_session = confirmed)'),
    paid: await missing(
      promised.paid,
      `exists (select from "order" where payment_session = confirmed and payment_state = 'paid')`,
    ),
    written: await missing(promised.written, '(select count(*) from contact_message where subject = confirmed) = 1'),
  }
}
