import { type Static, Type } from 'typebox'
import { formatCents, toDollars } from '../money.ts'
import { countryName, firstCountries } from './countries.ts'

/** No country of the EU has a higher rate than Hungary's 27 %. https://taxation-customs.ec.europa.eu/vat-rates_en */
export const maxTaxBp = 3_000

const Whole = Type.Integer()

/** A way of delivery. Its name is unlike the others of its zone. */
export const DeliveryMethod = Type.Object({
  name: Type.String(),
  priceCents: Whole,
  /** Goods of this sum, after a discount, are delivered free; null: none. */
  freeFromCents: Type.Union([Whole, Type.Null()]),
  /** Working days until it arrives. */
  minDays: Whole,
  maxDays: Whole,
  /** The buyer fetches it in the shop: it has no address. */
  isPickup: Type.Boolean(),
})
export type DeliveryMethod = Static<typeof DeliveryMethod>

/** Countries that have the same ways of delivery. */
export const DeliveryZone = Type.Object({
  name: Type.String(),
  countries: Type.Array(Type.String({ description: 'ISO 3166-1' })),
  methods: Type.Array(DeliveryMethod),
})
export type DeliveryZone = Static<typeof DeliveryZone>

/** Without zones delivery is free to the countries of a new shop. No country is in two zones. */
export const Delivery = Type.Object({ zones: Type.Array(DeliveryZone) })
export type Delivery = Static<typeof Delivery>

/** `included`: every price includes the tax of the country that it goes to; one without a rate has none. */
export const Tax = Type.Object({
  kind: Type.Union([Type.Literal('none'), Type.Literal('included')]),
  /** What it is called on invoices, such as VAT. */
  label: Type.String(),
  rates: Type.Array(
    Type.Object({ country: Type.String(), bp: Type.Integer({ description: 'Hundredths of a percent' }) }),
  ),
})
export type Tax = Static<typeof Tax>

/** The settings that decide what an order costs. */
export interface CostSettings {
  delivery: Delivery
  tax: Tax
}

/** The countries to which the shop delivers. The first is that of a buyer who has not chosen. */
export const destinationsOf = ({ delivery }: Pick<CostSettings, 'delivery'>): string[] =>
  delivery.zones.length > 0 ? delivery.zones.flatMap(({ countries }) => countries) : firstCountries

/** Whether the cart has to know the country before the payment page opens: what is paid depends on it. */
export const isCountryAsked = ({ delivery, tax }: CostSettings): boolean =>
  delivery.zones.length > 0 || tax.kind === 'included'

/** What a buyer has chosen in the cart; a front end that asks for nothing sends nothing. */
export interface DeliveryChoice {
  country?: string
  method?: string
}

/** Where and how an order is delivered. */
export interface ChosenDelivery {
  /** Undefined: the buyer chooses it at the provider, because nothing depends on it. */
  country?: string
  method?: DeliveryMethod
  taxBp: number | null
  /** What the tax is called; only with a rate. */
  taxLabel?: string
}

/**
 * The delivery of an order. Without a country it is the first zone's first, without a method the country's first.
 * @returns one sentence when it is not possible
 */
export function chooseDelivery(
  settings: CostSettings,
  { country: asked, method: name }: DeliveryChoice,
): { delivery: ChosenDelivery; error?: undefined } | { error: string } {
  const country = asked ?? destinationsOf(settings)[0] ?? ''
  if (!destinationsOf(settings).includes(country)) return { error: `We do not deliver to ${countryName(country)}.` }
  if (!isCountryAsked(settings)) return { delivery: { ...(asked && { country }), taxBp: null } }
  const methods = methodsFor(settings, country)
  const method = name === undefined ? methods[0] : methods.find(each => each.name === name)
  if (name !== undefined && !method && methods.length > 0)
    return { error: `${name} is not offered for ${countryName(country)} any more. Please choose another delivery.` }
  const taxBp = taxRateOf(settings, country)
  const taxLabel = taxBp === null ? undefined : settings.tax.label
  return { delivery: { country, ...(method && { method }), taxBp, taxLabel } }
}

/** The ways of delivery to a country, the first of which is the usual one; none when delivery is free everywhere. */
export const methodsFor = ({ delivery }: Pick<CostSettings, 'delivery'>, country: string): DeliveryMethod[] =>
  delivery.zones.find(({ countries }) => countries.includes(country))?.methods ?? []

/** In hundredths of a percent; null without tax. */
export const taxRateOf = ({ tax }: Pick<CostSettings, 'tax'>, country: string): number | null =>
  tax.kind === 'included' ? (tax.rates.find(rate => rate.country === country)?.bp ?? null) : null

/** Whether every order is delivered free, wherever it goes: then the shop may say so without a condition. */
export const isDeliveryFree = ({ delivery }: Pick<CostSettings, 'delivery'>): boolean =>
  delivery.zones.every(({ methods }) => methods.every(({ priceCents }) => priceCents === 0))

/** What delivery costs, in one sentence, for every page that speaks of it. */
export function deliverySentence(settings: Pick<CostSettings, 'delivery'>): string {
  if (isDeliveryFree(settings)) return 'Delivery is free, on every order.'
  const [home, ...others] = settings.delivery.zones
  const usual = home?.methods.find(({ isPickup }) => !isPickup) ?? home?.methods[0]
  if (!home || !usual) return 'The cart shows what delivery costs.'
  const price = usual.priceCents === 0 ? 'is free' : `costs ${formatCents(usual.priceCents)}`
  const free =
    usual.priceCents > 0 && usual.freeFromCents !== null ? `, and is free from ${formatCents(usual.freeFromCents)}` : ''
  const place = home.countries.length === 1 ? ` to ${withArticle(home.countries[0] ?? '')}` : ` (${home.name})`
  const more = others.length > 0 ? ' The cart shows what it costs elsewhere.' : ''
  return `Delivery${place} ${price}${free}.${more}`
}

const withArticle = (code: string) =>
  ['US', 'GB', 'NL', 'CZ', 'AE', 'PH'].includes(code) ? `the ${countryName(code)}` : countryName(code)

/** A way of delivery as the cart shows it. Money in dollars; dates are ISO days. */
export const ShownMethod = Type.Object({
  name: Type.String(),
  price: Type.Number(),
  freeFrom: Type.Union([Type.Number(), Type.Null()], { description: 'Goods of this sum are delivered free' }),
  isPickup: Type.Boolean(),
  earliest: Type.String({ format: 'date' }),
  latest: Type.String({ format: 'date' }),
})
export type ShownMethod = Static<typeof ShownMethod>

/** Where the shop delivers, and how to one of these countries. */
export const Shipping = Type.Object({
  countries: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  country: Type.String(),
  methods: Type.Array(ShownMethod, { description: 'None: delivery is free' }),
})
export type Shipping = Static<typeof Shipping>

export const toShownMethod = (method: DeliveryMethod, now: Date): ShownMethod => ({
  name: method.name,
  price: toDollars(method.priceCents),
  freeFrom: method.freeFromCents === null ? null : toDollars(method.freeFromCents),
  isPickup: method.isPickup,
  earliest: arrivalOf(now, method.minDays),
  latest: arrivalOf(now, method.maxDays),
})

const dayMs = 24 * 60 * 60_000

/** The day that is so many working days, Monday to Friday, after a time; UTC. */
export function arrivalOf(from: Date, days: number): string {
  let day = +from
  for (let left = days; left > 0; ) {
    day += dayMs
    const weekday = new Date(day).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return new Date(day).toISOString().slice(0, 10)
}
