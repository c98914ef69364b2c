import type { Fields } from '#domain/audit.ts'
import { countryName } from '#domain/costs/countries.ts'
import type { Tx } from '../db/connection.ts'
import { readSettings } from './queries.ts'

/** Lists that are one text, because each of their items is a name. */
const named = ['products', 'countries', 'exempt', 'priceBands']
const maxLength = 2_000

/**
 * The fields that differ, before and after, in words: those within lists and objects by their place, such as `heroes.0.title`. What is
 * stored as an id is called by its present name.
 */
export async function changedWords(tx: Tx, before: object, after: object): Promise<{ before: Fields; after: Fields }> {
  const [old, now] = [flat(before), flat(after)]
  const places = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(place => old[place] !== now[place])
  const nameOf = await findNames(tx, places, [old, now])
  const only = (fields: Fields): Fields =>
    Object.fromEntries(places.map(place => [place, inWords(place, fields[place] ?? null, nameOf)]))
  return { before: only(old), after: only(now) }
}

function flat(value: object, place = ''): Fields {
  const fields: Fields = {}
  for (const [name, each] of Object.entries(value)) {
    if (name === 'id') continue // says nothing to people
    const at = place ? `${place}.${name}` : name
    if (Array.isArray(each) && named.includes(name)) fields[at] = each.join()
    else if (typeof each === 'object' && each !== null) Object.assign(fields, flat(each, at))
    else fields[at] = each
  }
  return fields
}

const lastOf = (place: string) => place.slice(place.lastIndexOf('.') + 1)
const isOfCatalogue = (place: string) =>
  place.endsWith('rule.category') || place.endsWith('rule.color') || place === 'exempt'

/** @returns the name of a product, a category or a color by its id; undefined when there is none */
async function findNames(tx: Tx, places: string[], sides: Fields[]): Promise<(id: string) => string | undefined> {
  const names = new Map<string, string>()
  if (places.some(isOfCatalogue)) {
    const { catalogue } = await readSettings(tx, 'catalogue')
    for (const { id, name } of [...catalogue.categories, ...catalogue.colors]) names.set(id, name)
  }
  const lists = places.filter(place => lastOf(place) === 'products')
  const ids = lists
    .flatMap(place => sides.flatMap(fields => String(fields[place] ?? '').split(',')))
    .filter(id => id !== '')
  if (ids.length > 0) {
    const rows = await tx
      .selectFrom('product')
      .select(['id', 'name'])
      .where('id', 'in', [...new Set(ids)])
      .execute()
    for (const { id, name } of rows) names.set(id, name)
  }
  return id => names.get(id)
}

function inWords(place: string, value: Fields[string], nameOf: (id: string) => string | undefined): Fields[string] {
  if (typeof value !== 'string' || value === '') return value
  const last = lastOf(place)
  const each = last === 'countries' ? countryName : (id: string) => nameOf(id) ?? 'one that is gone'
  if (last === 'priceBands') return value.replaceAll(',', ', ')
  if (!named.includes(last) && !isOfCatalogue(place)) return value
  return value.split(',').map(each).join(', ').slice(0, maxLength)
}
