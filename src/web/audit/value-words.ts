import type { Fields } from '#domain/audit.ts'
import { countryName } from '#domain/costs/countries.ts'
import { isUuid } from '#domain/ids.ts'
import { formatCents, toCents } from '#domain/money.ts'
import { addressLabels } from '#domain/orders/edited-address.ts'
import { lastPartOf } from './field-words.ts'

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const moments =
  /^(answeredAt|publishedFrom|from|until|visible_from|visible_until|sale_from|sale_until|startsAt|endsAt)$/
const money = /^(price|oldPrice|salePrice|amount|refundedAmount|minPrice|maxPrice)$/
/** What is stored as an id alone. */
const nouns: Record<string, string> = {
  ...{ image_id: 'a picture', picture: 'a picture', mark: 'a picture', chart_id: 'a chart', style_id: 'a style' },
}
/** In entries of earlier releases, and of what was gone by then. */
const nounsOfIds = [
  { of: /products/, noun: 'a piece' },
  { of: /category|exempt/, noun: 'a category' },
  { of: /color/, noun: 'a color' },
]
const choices: Record<string, string> = {
  own: 'as put by hand',
  'price-asc': 'price, low to high',
  'price-desc': 'price, high to low',
  rating: 'best rated',
}

export const missing = '–'

/** A value of a field as people read it. */
export function valueInWords(name: string, value: Fields[string] | undefined): string {
  const field = lastPartOf(name)
  if (value === undefined || value === null || value === '') return missing
  if (nouns[field]) return nouns[field]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return numberInWords(field, value)
  if (moments.test(field) && !Number.isNaN(Date.parse(value))) return `${time.format(new Date(value))} UTC`
  if (field === 'changed') return value.split(', ').map(labelOf).join(', ')
  if (field === 'filters') return [...new URLSearchParams(value)].map(pair => pair.join(': ')).join(', ')
  if (field === 'order') return choices[value] ?? value
  if (field === 'country' || name.includes('countries.')) return /^[A-Z]{2}$/.test(value) ? countryName(value) : value
  if (isUuid(value)) return nounsOfIds.find(({ of }) => of.test(name))?.noun ?? 'something'
  return value.replaceAll(pictureIds, 'a picture')
}

function numberInWords(field: string, value: number): string {
  if (money.test(field)) return formatCents(toCents(value))
  if (field.endsWith('Cents')) return formatCents(value)
  return field === 'bp' ? `${value / 100} %` : String(value)
}

const labelOf = (field: string) => (addressLabels as Record<string, string>)[field] ?? field

/** The ids of uploaded pictures within a text, such as that of all pictures of a product. */
const pictureIds = /\b[\da-f]{32}\b/g
