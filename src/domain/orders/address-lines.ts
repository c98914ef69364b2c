import type { Address } from './order.ts'

const countries = new Intl.DisplayNames('en', { type: 'region' })
const isCode = /^[A-Z]{2}$/

/** Countries whose addresses put the postal code after the town, according to the Universal Postal Union. */
const codeBehindTown = ['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'SG', 'US']

/** The country's English name; anything but a two-letter code stays as it was written. */
export const countryName = (country: string) => (isCode.test(country) ? (countries.of(country) ?? country) : country)

/** The lines of a parcel's address label, with the phone number last. */
export function addressLines({ name, line1, line2, postalCode, city, state, country, phone }: Address): string[] {
  const isBehind = codeBehindTown.includes(country ?? '')
  const town = [city, state].filter(Boolean).join(isBehind ? ', ' : ' ')
  const place = (isBehind ? [town, postalCode] : [postalCode, town]).filter(Boolean).join(' ')
  return [name, line1, line2, place, country && countryName(country), phone].flatMap(line => line || [])
}
