import type Stripe from 'stripe'
import { chargeOf } from '../charge.ts'
import type { Form } from '../form.ts'
import type { RefundObject, Refunds } from '../refunds.ts'
import { missing, Refusal, unknownParameter } from '../refusal.ts'
import { isPaid, type SessionObject, type SessionRow } from '../session.ts'
import type { Sessions } from '../sessions.ts'
import { oneOf, whole } from '../values.ts'
import type { Store } from './connect-store.ts'

interface List<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  url: string
}

type Charged = Omit<SessionObject, 'payment_intent'> & { payment_intent: unknown }
type LineObject = Pick<
  Stripe.LineItem,
  'id' | 'object' | 'amount_subtotal' | 'amount_total' | 'currency' | 'description' | 'quantity'
> & { price: { id: string; object: 'price'; unit_amount: number; currency: string; product: unknown } }

const limit = whole(1, 100)
const usualLimit = '10'

/** Sessions, newest first, a page at a time, filtered by creation time and status. */
export async function listSessions(store: Store, { toObject }: Sessions, query: Form): Promise<List<Charged>> {
  const { created, status, payment_intent, limit: max = usualLimit, starting_after: after, expand, ...others } = query
  refuseAny(others)
  const { gte, ...bounds } = typeof created === 'object' ? created : { gte: created }
  refuseAny(bounds)
  const count = limit(textOf(max, 'limit'), 'limit')
  const since = gte === undefined ? 0 : whole(0, 1e12)(textOf(gte, 'created'), 'created')
  const wanted = status === undefined ? null : oneOf('open', 'complete', 'expired')(textOf(status, 'status'), 'status')
  const { rows } = await store.query<SessionRow>(
    `select session.* from sandbox.session
     where created_at >= to_timestamp($1) and ($2::text is null or status = $2)
       and ($3::text is null or (created_at, id) < (select created_at, id from sandbox.session where id = $3))
       and ($5::text is null or payment_intent = $5)
     order by created_at desc, id desc limit $4`,
    [
      ...[since, wanted, after === undefined ? null : textOf(after, 'starting_after'), count + 1],
      payment_intent === undefined ? null : textOf(payment_intent, 'payment_intent'),
    ],
  )
  const expanded = readExpand(expand, 'data.payment_intent.latest_charge')
  return {
    object: 'list',
    url: '/v1/checkout/sessions',
    has_more: rows.length > count,
    data: await Promise.all(
      rows.slice(0, count).map(async row => {
        const session = toObject(row)
        return expanded ? { ...session, payment_intent: await chargedIntent(store, row) } : session
      }),
    ),
  }
}

const chargedIntent = async (store: Store, row: SessionRow) =>
  row.payment_intent && { ...intentOf(row), latest_charge: isPaid(row) ? await chargeOf(store.query, row) : null }

const intentOf = ({ payment_intent, money }: SessionRow) => ({
  id: payment_intent,
  object: 'payment_intent',
  status: { paid: 'succeeded', processing: 'processing', failed: 'requires_payment_method' }[money],
})

/** One session, with its payment expanded on request. */
export function showSession({ toObject }: Sessions, row: SessionRow, { expand, ...others }: Form): Charged {
  refuseAny(others)
  const expanded = readExpand(expand, 'payment_intent')
  return { ...toObject(row), ...(expanded && { payment_intent: row.payment_intent && intentOf(row) }) }
}

/** The refunds of a payment, newest first. */
export async function listRefunds(refunds: Refunds, query: Form): Promise<List<RefundObject>> {
  const { payment_intent, limit: max = usualLimit, starting_after, ...others } = query
  refuseAny(others)
  if (payment_intent === undefined) throw missing('payment_intent') // Stripe also lists refunds of all payments
  const listed = await refunds.list(textOf(payment_intent, 'payment_intent'), {
    limit: limit(textOf(max, 'limit'), 'limit'),
    after: starting_after === undefined ? undefined : textOf(starting_after, 'starting_after'),
  })
  return { object: 'list', url: '/v1/refunds', ...listed }
}

/** The line items of a session. */
export function listLines({ id, params }: SessionRow, query: Form): List<LineObject> {
  const { limit: max = usualLimit, expand, ...others } = query
  refuseAny(others)
  const count = limit(textOf(max, 'limit'), 'limit')
  const expanded = readExpand(expand, 'data.price.product')
  const lines = params.line_items.map(
    ({ quantity, price_data: { currency, unit_amount, product_data } }, n): LineObject => {
      const product = { id: `prod_${id.slice(-20)}${n}`, object: 'product', metadata: {}, ...product_data }
      return {
        id: `li_${id.slice(-20)}${n}`,
        object: 'item',
        amount_subtotal: unit_amount * quantity,
        amount_total: unit_amount * quantity,
        currency,
        description: product_data.name,
        quantity,
        price: {
          id: `price_${id.slice(-20)}${n}`,
          object: 'price',
          unit_amount,
          currency,
          product: expanded ? product : product.id,
        },
      }
    },
  )
  return {
    object: 'list',
    url: `/v1/checkout/sessions/${id}/line_items`,
    has_more: lines.length > count,
    data: lines.slice(0, count),
  }
}

function readExpand(expand: Form[string] | undefined, known: string): boolean {
  if (expand === undefined) return false
  const names = typeof expand === 'object' ? Object.values(expand) : [expand]
  for (const name of names)
    if (name !== known) throw new Refusal(`This property cannot be expanded (${String(name)}).`, { param: 'expand' })
  return true
}

function textOf(value: string | Form, param: string): string {
  if (typeof value !== 'string') throw new Refusal(`Invalid string: ${param}`, { param })
  return value
}

function refuseAny(params: object): void {
  const [first] = Object.keys(params)
  if (first) throw unknownParameter(first)
}
