import type Stripe from 'stripe'
import { currencyCodes, isCurrency } from '#domain/currency.ts'
import { Refusal } from './refusal.ts'

/** Reads one value of a form, or throws Stripe's error. */
export type Leaf<T> = (text: string, param: string) => T

type Country = Stripe.Checkout.SessionCreateParams.ShippingAddressCollection.AllowedCountry

export function text(max: number): Leaf<string> {
  return (value, param) => {
    if (value === '') {
      throw new Refusal(`You passed an empty string for '${param}'.`, { code: 'parameter_invalid_empty', param })
    }
    if (value.includes('\0')) throw new Refusal(`Invalid string: ${param}`, { param })
    if (value.length > max) throw new Refusal(`Invalid string: ${param} must be at most ${max} characters`, { param })
    return value
  }
}

export function whole(min: number, max: number): Leaf<number> {
  return (value, param) => {
    if (!/^-?\d{1,16}$/.test(value)) {
      throw new Refusal(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param })
    }
    const number = Number(value)
    if (number < min) throw new Refusal(`This value must be greater than or equal to ${min}.`, { param })
    if (number > max) throw new Refusal(`This value must be less than or equal to ${max}.`, { param })
    return number
  }
}

export function oneOf<T extends string>(...values: T[]): Leaf<T> {
  return (value, param) => {
    if (!values.includes(value as T))
      throw new Refusal(`Invalid ${param}: must be one of ${values.join(', ')}`, { param })
    return value as T
  }
}

/** A currency in lower case, as Stripe wants it; the sandbox knows those of which the shop knows the smallest payment. */
export function currency(value: string, param: string): string {
  if (!isCurrency(value.toUpperCase()) || value !== value.toLowerCase())
    throw new Refusal(`Invalid currency: ${value}. Stripe currently supports these currencies: ${codes}`, { param })
  return value
}

const codes = currencyCodes.join(', ').toLowerCase()

export function flag(value: string, param: string): boolean {
  if (value !== 'true' && value !== 'false') throw new Refusal(`Invalid boolean: ${value}`, { param })
  return value === 'true'
}

export function url(value: string, param: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value) || value.length > 5_000) {
    throw new Refusal('Not a valid URL', { code: 'url_invalid', param })
  }
  return text(5_000)(value, param)
}

export function email(value: string, param: string): string {
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value)) {
    throw new Refusal(`Invalid email address: ${value}`, { code: 'email_invalid', param })
  }
  return text(500)(value, param)
}

export function country(value: string, param: string): Country {
  if (!/^[A-Z]{2}$/.test(value))
    throw new Refusal(`Country '${value}' is unknown.`, { code: 'country_unsupported', param })
  return value as Country
}
