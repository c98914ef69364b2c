import type Stripe from 'stripe'
import type { Store } from './connect-store.ts'
import type { Form } from './form.ts'
import { Refusal, unknownParameter } from './refusal.ts'
import type { SessionObject, SessionRow } from './session.ts'
import type { Sessions } from './sessions.ts'
import { oneOf, whole } from './values.ts'

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
> & { price: { id: string; object: 'price'; unit_amount: number; currency: 'usd'; product: unknown } }

const limit = whole(1, 100)
const usualLimit = '10'

/** Sessions, newest first, a page at a time: by the time they were created and by their status. */
export async function listSessions(store: Store, { toObject }: Sessions, query: Form): Promise<List<Charged>> {
  const { created, status, limit: most = usualLimit, starting_after: after, expand, ...others } = query
  refuseAny(others)
  const { gte, ...bounds } = typeof created === 'object' ? created : { gte: created }
  refuseAny(bounds)
  const count = limit(textOf(most, 'limit'), 'limit')
  const since = gte === undefined ? 0 : whole(0, 1e12)(textOf(gte, 'created'), 'created')
  const wanted = status === undefined ? null : oneOf('open', 'complete', 'expired')(textOf(status, 'status'), 'status')
  const { rows } = await store.query<SessionRow & { refunded: boolean }>(
    `select session.*, exists (select from sandbox.refund where refund.payment_intent = session.payment_intent) as refunded
     from sandbox.session
     where created_at >= to_timestamp($1) and ($2::text is null or status = $2)
       and ($3::text is null or (created_at, id) < (select created_at, id from sandbox.session where id = $3))
     order by created_at desc, id desc limit $4`,
    [since, wanted, after === undefined ? null : textOf(after, 'starting_after'), count + 1],
  )
  const expanded = readExpand(expand, 'data.payment_intent.latest_charge')
  return {
    object: 'list',
    url: '/v1/checkout/sessions',
    has_more: rows.length > count,
    data: rows.slice(0, count).map(row => {
      const session = toObject(row)
      return expanded ? { ...session, payment_intent: chargedIntent(row) } : session
    }),
  }
}

const chargedIntent = ({ payment_intent, refunded }: SessionRow & { refunded: boolean }) =>
  payment_intent && {
    id: payment_intent,
    object: 'payment_intent',
    latest_charge: { id: payment_intent.replace('pi_', 'ch_'), object: 'charge', refunded },
  }

/** What is bought in a session. */
export function listLines({ id, params }: SessionRow, query: Form): List<LineObject> {
  const { limit: most = usualLimit, expand, ...others } = query
  refuseAny(others)
  const count = limit(textOf(most, 'limit'), 'limit')
  const expanded = readExpand(expand, 'data.price.product')
  const lines = params.line_items.map(({ quantity, price_data: { unit_amount, product_data } }, n): LineObject => {
    const product = { id: `prod_${id.slice(-20)}${n}`, object: 'product', metadata: {}, ...product_data }
    return {
      id: `li_${id.slice(-20)}${n}`,
      object: 'item',
      amount_subtotal: unit_amount * quantity,
      amount_total: unit_amount * quantity,
      currency: 'usd',
      description: product_data.name,
      quantity,
      price: {
        id: `price_${id.slice(-20)}${n}`,
        object: 'price',
        unit_amount,
        currency: 'usd',
        product: expanded ? product : product.id,
      },
    }
  })
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
