// Counted goods of the shop under test.
import { randomUUID } from 'node:crypto'
import { signInAdmin } from './admin.ts'
import { eventAbout } from './payments/payment-events.ts'
import { one, query, sellProduct, until } from './shop-in-hand.ts'
import { json, type Reply, visit } from './shoppers.ts'

/** A product, and the variant of each of its sizes. */
export interface Sized {
  id: string
  variants: string[]
}

const cents = 4_990

/** Puts a product on sale in these sizes; without any it has one. */
export async function sellSizes(sizes: string[] = []): Promise<Sized> {
  const id = await sellProduct(cents)
  if (sizes.length === 0) return { id, variants: [id] }
  const variants = sizes.map(() => randomUUID())
  await query('update variant set deleted_at = now() where product_id = $1', [id])
  await query(
    `insert into variant (id, product_id, size, place, created_at)
     select variant, $1, size, place, now() from unnest($2::uuid[], $3::text[]) with ordinality made (variant, size, place)`,
    [id, variants, sizes],
  )
  return { id, variants }
}

/** Sends the count of a size. */
export function sendCount(
  admin: { cookie: string },
  count: { variantId: string; shelf: number; seen: number | null },
): Promise<Reply> {
  const { headers, ...request } = json({ counts: [count] })
  return visit('count', '/api/stock/counts', { ...request, method: 'PUT', headers: { ...headers, ...admin } })
}

/** Counts every size of these products for the first time. */
export async function countAll(products: Sized[], shelf: number): Promise<void> {
  const admin = await signInAdmin()
  for (const variantId of products.flatMap(({ variants }) => variants)) {
    const { body } = await sendCount(admin, { variantId, shelf, seen: null })
    if (!body.includes('"counted"')) throw new Error(`A size could not be counted: ${body}`)
  }
}

/** Pieces of these sizes that are neither on the shelf nor sold, or are both; and shelves below 0 or below what is held. */
export const countMiscounted = (variants: string[], shelf: number) =>
  one<number>(
    `select coalesce(sum(abs($2::int - on_hand - sold) + abs(held - awaited) + (on_hand < 0 or held < 0 or held > on_hand)::int), 0)::int
     from stock cross join lateral (
       select coalesce(sum(quantity) filter (where payment_state = 'paid'), 0) as sold,
         coalesce(sum(quantity) filter (where payment_state = 'awaiting'), 0) as awaited
       from order_line join "order" on "order".id = order_line.order_id where variant_id = stock.variant_id
     ) line
     where variant_id = any ($1::uuid[])`,
    [variants, shelf],
  )

/** Gives up a payment page. */
export const letGo = (session_id: string, at?: string): Promise<Reply> =>
  visit('let go', '/api/orders/let-go', json({ session_id }), at)

/**
 * Lets the provider take the money of a payment page that has expired.
 * @returns the event about it, which the provider sends by itself, too, until it is answered
 */
export async function chargeLate(session: string): Promise<string> {
  const [order] = await query<{ orderId: string; cents: number }>(
    `select order_id as "orderId", amount_cents::int as cents from "order" where payment_session = $1`,
    [session],
  )
  if (!order) throw new Error('A session has no order')
  const { payload } = eventAbout({ ...order, session }, 'checkout.session.completed')
  await query(
    `with charged as (
       update sandbox.session set status = 'complete', payment_intent = 'pi_' || md5(id),
         customer = '{"email": "ada@example.com", "name": "Ada", "phone": null, "address": null}'
       where id = $1
     )
     insert into sandbox.event (id, payload, due_at, attempts, created_at) values ($2::jsonb ->> 'id', $2, now(), 0, now())`,
    [session, payload],
  )
  return payload
}

/** The deadlocks of its database until now. Its processes have to be stopped: each reports at its end. */
export async function countDeadlocks(): Promise<number> {
  await until(
    'that no process is connected',
    async () =>
      (await one<number>(`select count(*)::int from pg_stat_activity where application_name like 'vitrine%'`)) === 0,
  )
  return await one<number>('select deadlocks::int from pg_stat_database where datname = current_database()')
}
