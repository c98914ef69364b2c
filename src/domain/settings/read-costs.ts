import { countries, countryName } from '../costs/countries.ts'
import { type Delivery, type DeliveryMethod, type DeliveryZone, maxTaxBp, type Tax } from '../costs/delivery.ts'
import { fieldsOf } from './fields.ts'
import { refuseTwice } from './read-catalogue.ts'
import { settingsLimits as max } from './section.ts'

const maxPriceCents = 9_999_999
const maxDays = 90

/** @throws FieldError for the first field that cannot be used */
export function readDelivery(sent: unknown): Delivery {
  const { list, fail } = fieldsOf(sent)
  const zones = list('zones', 'Zones', max.zones, readZone)
  refuseTwice(zones, 'zones', 'name', ({ name }) => `There are two zones called ${name}.`)
  const places = new Map<string, string>()
  for (const [index, { name, countries }] of zones.entries())
    for (const country of countries) {
      const other = places.get(country)
      if (other !== undefined)
        fail(`zones.${index}.countries`, `${countryName(country)} is in ${other} and in ${name}.`)
      places.set(country, name)
    }
  return { zones }
}

function readZone(item: unknown, place: string): DeliveryZone {
  const { text, list, fail } = fieldsOf(item, place)
  const name = text('name', 'The name of a zone', max.label, { isNeeded: true })
  const chosen = list('countries', 'Countries', countries.length, country => {
    if (typeof country === 'string' && countries.includes(country)) return country
    return fail('countries', 'A country must be one of the list, such as DE.')
  })
  if (chosen.length === 0) fail('countries', `Choose the countries of ${name}.`)
  if (new Set(chosen).size < chosen.length) fail('countries', `A country is twice in ${name}.`)
  const methods = list('methods', 'Ways of delivery', max.deliveryMethods, readMethod)
  if (methods.length === 0) fail('methods', `${name} needs a way of delivery.`)
  refuseTwice(
    methods,
    `${place}.methods`,
    'name',
    method => `Two ways of delivery of ${name} are called ${method.name}.`,
  )
  return { name, countries: chosen, methods }
}

function readMethod(item: unknown, place: string): DeliveryMethod {
  const { value, text, fail } = fieldsOf(item, place)
  const whole = (name: string, top: number, sentence: string): number => {
    const number = value(name)
    const isUsable = typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= top
    return isUsable ? number || 0 : fail(name, sentence) // never -0
  }
  const isPickup = value('isPickup') === true
  const priceCents = whole('priceCents', maxPriceCents, 'The price must be an amount from 0 to 99,999.99.')
  if (isPickup && priceCents > 0) fail('priceCents', 'What is fetched in the shop costs nothing for delivery.')
  const freeFromCents =
    (value('freeFromCents') ?? null) === null
      ? null
      : whole('freeFromCents', 99_999_999, 'The sum from which it is free must be an amount, or empty.')
  const days = `Days must be a whole number from 0 to ${maxDays}.`
  const minDays = whole('minDays', maxDays, days)
  const latest = whole('maxDays', maxDays, days)
  if (latest < minDays) fail('maxDays', 'The last day must not be before the first.')
  return {
    name: text('name', 'The name of a way of delivery', max.label, { isNeeded: true }),
    priceCents,
    freeFromCents,
    minDays,
    maxDays: latest,
    isPickup,
  }
}

/** @throws FieldError for the first field that cannot be used */
export function readTax(sent: unknown): Tax {
  const { value, text, list, fail } = fieldsOf(sent)
  const kind = value('kind')
  if (kind !== 'none' && kind !== 'included') return fail('kind', 'Say whether the prices include a tax.')
  const rates = list('rates', 'Rates', countries.length, (item, place) => {
    const { value, fail } = fieldsOf(item, place)
    const country = value('country')
    if (typeof country !== 'string' || !countries.includes(country))
      return fail('country', 'A country must be one of the list, such as DE.')
    const bp = value('bp')
    if (typeof bp !== 'number' || !Number.isInteger(bp) || bp < 0 || bp > maxTaxBp)
      return fail('bp', 'A rate must be from 0 % to 30 %, with at most two decimals.')
    return { country, bp: bp || 0 }
  })
  const seen = new Set<string>()
  for (const [index, { country }] of rates.entries()) {
    if (seen.has(country)) fail(`rates.${index}.country`, `${countryName(country)} has two rates.`)
    seen.add(country)
  }
  if (kind === 'included' && rates.length === 0) fail('rates', 'Add the rate of at least one country.')
  return { kind, label: text('label', 'The name of the tax', 20, { isNeeded: true }), rates }
}
