import type { Address } from '#domain/order.ts'

const countries = new Intl.DisplayNames('en', { type: 'region' })
const isCode = /^[A-Z]{2}$/

/** The country's English name; what is no code of two letters stays as it was written. */
const countryName = (country: string) => (isCode.test(country) ? (countries.of(country) ?? country) : country)

/** An address as it is written on a parcel, with the phone number last. */
export function addressLines({ name, line1, line2, postalCode, city, state, country, phone }: Address): string[] {
  const place = [postalCode, city, state].filter(Boolean).join(' ')
  return [name, line1, line2, place, country && countryName(country), phone].flatMap(line => line || [])
}
