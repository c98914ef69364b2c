import type Stripe from 'stripe'
import { maxChargeCents, minChargeCents } from '#domain/currency.ts'
import { amountText } from './amount.ts'
import type { Form } from './form.ts'
import { missing, Refusal, unknownParameter } from './refusal.ts'
import { country, currency, email, flag, type Leaf, oneOf, text, url, whole } from './values.ts'

type Field<T> =
  NonNullable<T> extends Array<infer U> ? { each: Field<U>; max: number } : Nested<Exclude<NonNullable<T>, ''>>
type Nested<T> = [T] extends [string | number | boolean] ? Leaf<T> : string extends keyof T ? Leaf<string> : Fields<T>
export type Fields<T> = { [K in keyof T]?: Field<T[K]> }
type AnyField = Leaf<unknown> | { each: AnyField; max: number } | { [key: string]: AnyField }

/** The parameters of a session request that the sandbox stores. */
export interface SessionParams {
  mode: 'payment'
  success_url: string
  cancel_url?: string
  client_reference_id?: string
  customer_email?: string
  metadata?: Record<string, string>
  expires_at?: number
  line_items: {
    quantity: number
    price_data: {
      currency: string
      unit_amount: number
      product_data: { name: string; images?: string[]; metadata?: Record<string, string> }
    }
  }[]
  shipping_address_collection?: { allowed_countries: string[] }
  shipping_options?: ShippingOption[]
  phone_number_collection?: { enabled: boolean }
  adaptive_pricing?: { enabled: boolean }
}

type Days = { unit: 'business_day'; value: number }

/** A way of delivery. Of several the page has chosen the first; the sandbox offers no other. */
interface ShippingOption {
  shipping_rate_data: {
    display_name: string
    type: 'fixed_amount'
    fixed_amount: { amount: number; currency: string }
    delivery_estimate?: { minimum?: Days; maximum?: Days }
  }
}

const days = { unit: oneOf('business_day'), value: whole(1, 365) }

/**
 * Every parameter the sandbox accepts. A name that Stripe does not have, or has with another type, does not compile.
 */
const accepted = {
  mode: oneOf('payment'),
  success_url: url,
  cancel_url: url,
  client_reference_id: text(200),
  customer_email: email,
  metadata: text(500),
  expires_at: whole(0, Number.MAX_SAFE_INTEGER),
  line_items: {
    max: 100,
    each: {
      quantity: whole(1, 999_999),
      price_data: {
        currency,
        unit_amount: whole(0, 99_999_999),
        product_data: { name: text(5_000), images: { max: 8, each: url }, metadata: text(500) },
      },
    },
  },
  shipping_address_collection: { allowed_countries: { max: 250, each: country } },
  shipping_options: {
    max: 5,
    each: {
      shipping_rate_data: {
        display_name: text(100),
        type: oneOf('fixed_amount'),
        fixed_amount: { amount: whole(0, 99_999_999), currency },
        delivery_estimate: { minimum: days, maximum: days },
      },
    },
  },
  phone_number_collection: { enabled: flag },
  adaptive_pricing: { enabled: flag },
} satisfies Fields<Stripe.Checkout.SessionCreateParams>

/**
 * Reads a decoded form as the parameters of a new session.
 * @throws Refusal with Stripe's message
 */
export function readSessionParams(form: Form): SessionParams {
  const params = readFields(form, accepted, '') as unknown as SessionParams
  require(params, ['mode', 'success_url', 'line_items'], '')
  for (const [index, item] of params.line_items.entries()) {
    const at = `line_items[${index}]`
    require(item, ['quantity', 'price_data'], at)
    require(item.price_data, ['currency', 'unit_amount', 'product_data'], `${at}[price_data]`)
    require(item.price_data.product_data, ['name'], `${at}[price_data][product_data]`)
  }
  if (params.shipping_address_collection) {
    require(params.shipping_address_collection, ['allowed_countries'], 'shipping_address_collection')
  }
  const code = currencyOf(params)
  const options = params.shipping_options ?? []
  for (const [index, { shipping_rate_data }] of options.entries()) {
    const at = `shipping_options[${index}][shipping_rate_data]`
    require(shipping_rate_data, ['display_name', 'type', 'fixed_amount'], at)
    require(shipping_rate_data.fixed_amount, ['amount', 'currency'], `${at}[fixed_amount]`)
    if (shipping_rate_data.fixed_amount.currency !== code)
      throw new Refusal('The currency of a shipping option must be that of the line items.', { param: at })
  }
  if (params.line_items.some(({ price_data }) => price_data.currency !== code))
    throw new Refusal('You must use the same currency for all line items in a Checkout Session.', {
      param: 'line_items',
    })
  checkAmount(totalOf(params), code)
  return params
}

/** The currency of all lines. */
export const currencyOf = ({ line_items }: SessionParams): string => line_items[0]?.price_data.currency ?? 'usd'

/** The total of all lines in the currency's smallest unit. */
export const subtotalOf = ({ line_items }: SessionParams): number =>
  line_items.reduce((sum, { quantity, price_data }) => sum + quantity * price_data.unit_amount, 0)

/** What the delivery costs, in the currency's smallest unit. */
export const shippingOf = ({ shipping_options }: SessionParams): number =>
  shipping_options?.[0]?.shipping_rate_data.fixed_amount.amount ?? 0

/** The amount due in the currency's smallest unit. */
export const totalOf = (params: SessionParams): number => subtotalOf(params) + shippingOf(params)

function checkAmount(cents: number, code: string) {
  const least = minChargeCents(code)
  if (cents < least) {
    throw new Refusal(
      `The Checkout Session's total amount due must add up to at least ${amountText(least, code)} ${code}`,
      { code: 'amount_too_small' },
    )
  }
  if (cents > maxChargeCents) {
    throw new Refusal(
      `The Checkout Session's total amount due must be no more than ${amountText(maxChargeCents, code)}`,
      { code: 'amount_too_large' },
    )
  }
}

/**
 * Reads a decoded form, field by field.
 * @throws Refusal for an unknown or invalid field
 */
export function readFields(form: Form, fields: { [key: string]: AnyField }, at: string): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(form)) {
    const param = at ? `${at}[${key}]` : key
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (!field) throw unknownParameter(param)
    result[key] = key === 'metadata' ? readMetadata(value, param) : readField(value, field, param)
  }
  return result
}

function readField(value: string | Form, field: AnyField, param: string): unknown {
  if (typeof field === 'function') {
    if (typeof value !== 'string') throw new Refusal(`Invalid string: ${param}`, { param })
    return field(value, param)
  }
  if (typeof value === 'string') throw new Refusal(`Invalid object: ${param}`, { param })
  if (isList(field)) return readList(value, field, param)
  return readFields(value, field, param)
}

const isList = (field: object): field is { each: AnyField; max: number } => 'each' in field

function readList(form: Form, { each, max }: { each: AnyField; max: number }, param: string): unknown[] {
  const values = Object.entries(form)
  if (values.some(([key], index) => key !== '' && key !== String(index))) {
    throw new Refusal(`Invalid array: ${param}`, { param })
  }
  if (values.length > max) throw new Refusal(`Array ${param} exceeded maximum ${max} allowed elements.`, { param })
  return values.map(([, value], index) => readField(value, each, `${param}[${index}]`))
}

function readMetadata(value: string | Form, param: string): Record<string, string> {
  if (typeof value === 'string') throw new Refusal('Invalid object', { param })
  const pairs = Object.entries(value)
  if (pairs.length > 50) throw new Refusal('Metadata can have at most 50 keys', { param })
  return Object.fromEntries(
    pairs.map(([key, inner]) => {
      if (key.length > 40) throw new Refusal('Metadata keys can be up to 40 characters long', { param })
      return [key, readField(inner, text(500), `${param}[${key}]`)]
    }),
  ) as Record<string, string>
}

function require<T extends object>(object: T, keys: (keyof T & string)[], at: string) {
  for (const key of keys) if (object[key] === undefined) throw missing(at ? `${at}[${key}]` : key)
}
