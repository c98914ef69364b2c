import { validate } from 'uuid'
import type { FieldWarning } from '#domain/content/field-warning.ts'
import { type OwnPlace, placeOfLink } from '#domain/content/own-link.ts'
import type { PlacedLink } from '#domain/settings/section-links.ts'
import type { Tx } from '../db/connection.ts'
import { readSettings } from '../settings/queries.ts'

/** A sentence about each link to a category, a collection, a product or another page of the shop that visitors cannot follow. */
export async function checkPlaces(tx: Tx, links: PlacedLink[]): Promise<FieldWarning[]> {
  const placed = links.flatMap(({ field, link }) => {
    const place = placeOfLink(link)
    return place ? [{ field, link, place }] : []
  })
  if (placed.length === 0) return []
  const { catalogue, collections } = await readSettings(tx, 'catalogue', 'collections')
  const known = {
    category: new Set(catalogue.categories.flatMap(({ address, former }) => [address, ...former])),
    collection: new Set(collections.items.map(({ address }) => address)),
  }
  const products = await findProducts(tx, placed)
  return placed.flatMap(({ field, link, place }) => {
    const lost = place.kind === 'product' ? lostProduct(products.get(place.address)) : lostPage(place, known)
    return lost ? [{ field, value: link, message: `The link ${link} ${lost}` }] : []
  })
}

function lostPage(place: OwnPlace, known: Partial<Record<OwnPlace['kind'], Set<string>>>): string | undefined {
  if (place.kind === 'none') return 'leads nowhere: the shop has no such page.'
  if (known[place.kind]?.has(place.address)) return undefined
  return `leads nowhere: the shop has no ${place.kind} with this address.`
}

interface Found {
  id: string
  name: string
  is_draft: boolean
  deleted_at: Date | null
}

function lostProduct(product: Found | undefined): string | undefined {
  if (!product) return 'leads nowhere: the shop has no product with this address.'
  if (product.is_draft) return `leads to the product “${product.name}”, which visitors do not see.`
  return product.deleted_at ? `leads to the product “${product.name}”, which was deleted.` : undefined
}

async function findProducts(tx: Tx, placed: { place: OwnPlace }[]): Promise<Map<string, Found>> {
  const ids = placed.flatMap(({ place }) =>
    place.kind === 'product' && validate(place.address) ? [place.address] : [],
  )
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('product')
    .select(['id', 'name', 'is_draft', 'deleted_at'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}
