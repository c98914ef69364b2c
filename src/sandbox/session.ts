import type Stripe from 'stripe'
import { currencyOf, type SessionParams, shippingOf, subtotalOf, totalOf } from './accepted.ts'
import type { Later } from './cards.ts'

/** The texts that the shopper typed on the payment page, without card data. */
export interface Customer {
  email: string
  name: string
  phone: string | null
  address: Stripe.Address | null
  /** The change that the card causes after the payment. */
  later?: Later
}

/** A stored session. */
export interface SessionRow {
  id: string
  params: SessionParams
  status: 'open' | 'complete' | 'expired'
  customer: Customer | null
  payment_intent: string | null
  /** The payment of a complete session: a bank debit is processing for a while. */
  money: 'paid' | 'processing' | 'failed'
  created_at: Date
  expires_at: Date
}

/** The part of Stripe's session that the sandbox implements. */
export type SessionObject = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_subtotal'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'collected_information'
  | 'created'
  | 'currency'
  | 'customer_details'
  | 'customer_email'
  | 'expires_at'
  | 'livemode'
  | 'metadata'
  | 'mode'
  | 'payment_intent'
  | 'payment_status'
  | 'shipping_cost'
  | 'status'
  | 'success_url'
  | 'url'
>

const seconds = (date: Date) => Math.floor(+date / 1000)

const pageOf = (origin: string, id: string) => `${origin}/sandbox/pay/${id}`

/** The session as the API and the events show it. */
export function toSessionObject(row: SessionRow, origin: string): SessionObject {
  const { id, params, status, customer } = row
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: subtotalOf(params),
    amount_total: totalOf(params),
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    collected_information: customer && collectedFrom(customer),
    created: seconds(row.created_at),
    currency: currencyOf(params),
    customer_details: customer && detailsFrom(customer),
    customer_email: params.customer_email ?? null,
    expires_at: seconds(row.expires_at),
    livemode: false,
    metadata: params.metadata ?? {},
    mode: 'payment',
    payment_intent: row.payment_intent,
    payment_status: isPaid(row) ? 'paid' : 'unpaid',
    shipping_cost: params.shipping_options ? shippingCostOf(params) : null,
    status,
    success_url: params.success_url,
    url: status === 'open' ? pageOf(origin, id) : null,
  }
}

const shippingCostOf = (params: SessionParams): Stripe.Checkout.Session.ShippingCost => ({
  amount_subtotal: shippingOf(params),
  amount_tax: 0,
  amount_total: shippingOf(params),
  shipping_rate: null,
})

export const isPaid = ({ status, money }: SessionRow): boolean => status === 'complete' && money === 'paid'

const collectedFrom = ({ name, address }: Customer): Stripe.Checkout.Session.CollectedInformation => ({
  business_name: null,
  individual_name: null,
  shipping_details: address && { name, address },
})

const detailsFrom = ({ email, name, phone, address }: Customer): Stripe.Checkout.Session.CustomerDetails => ({
  email,
  name,
  phone,
  address,
  business_name: null,
  individual_name: null,
  tax_exempt: 'none',
  tax_ids: [],
})
