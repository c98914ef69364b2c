import type { HostileCart } from '../carts.ts'
import { query } from '../shop-in-hand.ts'

interface Line {
  product: string
  name: string
  quantity: number
  cents: number
}

interface Payment {
  session: string
  state: string
  /** The order's total. */
  cents: number
  /** The charged lines, from the provider's records. */
  lines: (Line & { currency: string })[]
  /** The ordered lines, from the shop's records. */
  ordered: Line[]
}

/** The payments of these sessions that belong to orders. */
export const paymentsOf = (sessions: string[]) =>
  query<Payment>(
    `select session.id as session, payment_state as state, amount_cents::int as cents,
       (select json_agg(json_build_object('quantity', (line->>'quantity')::int, 'cents', (price->>'unit_amount')::int,
          'currency', price->>'currency', 'name', price #>> '{product_data,name}',
          'product', price #>> '{product_data,metadata,productId}'))
        from jsonb_array_elements(params->'line_items') line, lateral (select line->'price_data' as price) sold) as lines,
       (select json_agg(json_build_object('product', product_id, 'name', name, 'quantity', quantity, 'cents', unit_cents))
        from order_line where order_id = "order".id) as ordered
     from sandbox.session session join "order" on payment_session = session.id
     where session.id = any($1)`,
    [sessions],
  )

/** The order is paid, and both records have the same total in dollars. */
export const isConsistent = ({ state, cents, lines, ordered }: Payment): boolean =>
  state === 'paid' &&
  sumOf(lines) === cents &&
  sumOf(ordered) === cents &&
  lines.every(({ currency }) => currency === 'usd')

/** The charge has exactly the cart's total, for exactly its products under the shop's names. */
export function isCharged(payment: Payment, cart: HostileCart | undefined): boolean {
  const isBought = ({ product, name, quantity, cents }: Line) =>
    quantity === cart?.bought.get(product) && name === `Dress for ${cents}`
  return (
    isConsistent(payment) &&
    payment.cents === cart?.cents &&
    payment.lines.length === cart.bought.size &&
    [...payment.lines, ...payment.ordered].every(isBought)
  )
}

const sumOf = (lines: Line[]) => lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0)
