import type { FieldWarning } from '#domain/content/field-warning.ts'
import type { Catalogue } from '#domain/settings/catalogue.ts'
import type { Collections } from '#domain/settings/collections.ts'
import type { Section } from '#domain/settings/section.ts'
import { findLinksToPlaces } from '../content/links-to.ts'
import type { Tx } from '../db/connection.ts'

/** A sentence about links to categories or collections that a change takes away, or gives another address that none leads to. */
export async function warnOfLostLinks(
  tx: Tx,
  { name, value, earlier }: { name: Section; value: object; earlier: object },
): Promise<FieldWarning[]> {
  if (name !== 'catalogue' && name !== 'collections') return []
  const now = new Set(addressesOf(name, value))
  const addresses = new Set(addressesOf(name, earlier).filter(address => !now.has(address)))
  if (addresses.size === 0) return []
  const kind = name === 'catalogue' ? 'category' : 'collection'
  const sources = await findLinksToPlaces(tx, { kind, addresses })
  const root = kind === 'category' ? '/categories/' : '/collections/'
  const lists = new Intl.ListFormat('en')
  const message = `Links in ${lists.format(sources)} to ${lists.format([...addresses].map(address => root + address))} lead nowhere now.`
  return sources.length === 0 ? [] : [{ field: '', value: '', message }]
}

const addressesOf = (name: 'catalogue' | 'collections', value: object): string[] =>
  name === 'catalogue'
    ? (value as Catalogue).categories.flatMap(({ address, former }) => [address, ...former])
    : (value as Collections).items.map(({ address }) => address)
