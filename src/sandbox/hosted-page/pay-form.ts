import { faultOfCvc, faultOfExpiry, faultOfNumber, laterWith } from '../cards.ts'
import type { Customer, SessionRow } from '../session.ts'

const fieldNames = [
  'email',
  'name',
  'line1',
  'line2',
  'city',
  'state',
  'postal_code',
  'country',
  'phone',
  'card_number',
  'card_expiry',
  'card_cvc',
  'card_name',
] as const
export type FieldName = (typeof fieldNames)[number]
export type TypedFields = Record<FieldName, string>
export type Faults = Partial<Record<FieldName, string>>

const maxLength = 200

/** The fields of the form as they were typed, without control characters and of bounded length. */
export function readTyped(form: URLSearchParams): TypedFields {
  const read = (name: FieldName) =>
    (form.get(name) ?? '')
      .slice(0, maxLength + 1)
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
  return Object.fromEntries(fieldNames.map(name => [name, read(name)])) as TypedFields
}

/** The error of each field. The card is only charged (and may be declined) when everything else is right. */
export function faultsOf(typed: TypedFields, { params }: SessionRow, now: Date): Faults {
  const countries = params.shipping_address_collection?.allowed_countries
  const faults: Faults = {
    email: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(typed.email)
      ? undefined
      : 'Type your e-mail address, for example ada@example.com.',
    card_number: faultOfNumber(typed.card_number),
    card_expiry: faultOfExpiry(typed.card_expiry, now),
    card_cvc: faultOfCvc(typed.card_cvc),
    card_name: typed.card_name ? undefined : 'Type the name on the card.',
  }
  if (countries) Object.assign(faults, faultsOfDelivery(typed, countries))
  if (params.phone_number_collection?.enabled) faults.phone = faultOfPhone(typed.phone)
  for (const name of fieldNames) {
    if (typed[name].length > maxLength) faults[name] = `At most ${maxLength} characters fit here.`
    if (faults[name] === undefined) delete faults[name]
  }
  return faults
}

function faultsOfDelivery(typed: TypedFields, countries: string[]): Faults {
  return {
    name: typed.name ? undefined : 'Type the name of whoever receives the parcel.',
    line1: typed.line1 ? undefined : 'Type the street and house number.',
    city: typed.city ? undefined : 'Type the city.',
    postal_code: typed.postal_code ? undefined : 'Type the postal code.',
    country: countries.includes(typed.country) ? undefined : 'Choose a country from the list.',
  }
}

function faultOfPhone(phone: string): string | undefined {
  const digits = phone.replaceAll(/\D/g, '').length
  if (/^[-+().\s\d]+$/.test(phone) && digits >= 6 && digits <= 15) return undefined
  return 'Type a phone number for the delivery, for example +1 555 010 0199.'
}

/** The part of the form that the session stores: nothing of the card. */
export function customerFrom(typed: TypedFields, { params }: SessionRow): Customer {
  const { email, line1, city, country, postal_code } = typed
  const address = { line1, line2: typed.line2 || null, city, state: typed.state || null, postal_code, country }
  return {
    email,
    name: typed.name || typed.card_name,
    phone: typed.phone || null,
    address: params.shipping_address_collection ? address : null,
    later: laterWith(typed.card_number),
  }
}
