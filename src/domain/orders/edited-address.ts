import { countries } from '../costs/countries.ts'
import type { Address } from './order.ts'

type Field = keyof Address

const limits: Record<Field, number> = {
  name: 200,
  line1: 200,
  line2: 200,
  city: 100,
  state: 100,
  postalCode: 30,
  country: 2,
  phone: 40,
}

export const addressLabels: Record<Field, string> = {
  name: 'Name',
  line1: 'Street and number',
  line2: 'Further line',
  city: 'Town',
  state: 'State or region',
  postalCode: 'Postal code',
  country: 'Country',
  phone: 'Phone',
}
export const addressFields = Object.keys(limits) as Field[]
const needed: readonly Field[] = ['name', 'line1', 'city', 'country']

/** An address as it comes in a request. */
export type SentAddress = { [Name in Field]?: unknown }

/**
 * Reads an edited delivery address.
 * @returns one sentence about what is wrong instead
 */
export function readAddress(sent: SentAddress): Address | string {
  const address = {} as Address
  for (const field of addressFields) {
    const value = sent[field] ?? ''
    if (typeof value !== 'string') return `${addressLabels[field]} is a text.`
    const text = value.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
    if (text === '' && needed.includes(field)) return `${addressLabels[field]} is missing.`
    if (text.length > limits[field]) return `${addressLabels[field]} can have at most ${limits[field]} characters.`
    address[field] = text || null
  }
  if (!countries.includes(address.country ?? '')) return 'Country is one of the two-letter codes, such as US.'
  return address
}

/** The names of the fields in which two addresses differ. */
export const changedAddressFields = (before: Address | null, after: Address): Field[] =>
  addressFields.filter(field => (before?.[field] ?? null) !== after[field])
