import {
  type LinkedProduct,
  type LinkFields,
  type LinkKind,
  linkInWords,
  linkKinds,
} from '#domain/products/fields/link-fields.ts'
import type { Tx } from '../db/connection.ts'
import { badRequest } from '../lib/errors.ts'
import { pictureAddress } from './to-product.ts'

/** A product that another one names, as `linksOfProduct` selects it. */
export interface LinkRow {
  kind: LinkKind
  id: string
  name: string
  image_id: string | null
  is_hidden: boolean
}

/** The SQL of the products that a row of `product` names, in their order, without deleted ones. */
export const linksOfProduct = `(
      select coalesce(json_agg(json_build_object('kind', kind, 'id', linked.id, 'name', linked.name,
        'image_id', linked.image_id, 'is_hidden', linked.deleted_at is not null) order by place), '[]')
      from product_link join product linked on linked.id = linked_id
      where product_id = product.id and (linked.deleted_at is null or linked.is_draft)
    )`

export const toLinked = (rows: LinkRow[], kind: LinkKind, origin: string): LinkedProduct[] =>
  rows
    .filter(row => row.kind === kind)
    .map(({ id, name, image_id, is_hidden }) => ({
      ...{ _id: id, name, image: pictureAddress(image_id, origin) },
      ...(is_hidden && { isHidden: true }),
    }))

/** All products that these fields name. */
export const linkedIds = (links: LinkFields): string[] => linkKinds.flatMap(kind => links[kind] ?? [])

/**
 * Checks the products that one shall name.
 * @param locked the products on sale and the drafts among them
 * @throws ShopError 400 for the product itself, and for one that is not there or is deleted
 */
export function checkLinks(links: LinkFields, productId: string, locked: { id: string }[]): void {
  for (const kind of linkKinds)
    for (const [index, id] of (links[kind] ?? []).entries()) {
      if (id === productId) throw badRequest(`${linkInWords(kind, index)} is the product itself.`)
      if (!locked.some(each => each.id === id)) throw badRequest(`${linkInWords(kind, index)} is not there any more.`)
    }
}

/** The lists that differ from the saved ones, and both in words for the audit. */
export async function changedLinks(tx: Tx, productId: string, links: LinkFields) {
  const before: Record<string, string> = {}
  const after: Record<string, string> = {}
  const lists: LinkFields = {}
  const asked = linkKinds.filter(kind => links[kind])
  if (asked.length === 0) return { before, after, lists }
  const saved = await tx
    .selectFrom('product_link')
    .innerJoin('product', 'product.id', 'linked_id')
    .select(['kind', 'linked_id', 'name'])
    .where('product_id', '=', productId)
    .orderBy('place')
    .execute()
  for (const kind of asked) {
    const ids = links[kind] ?? []
    const ofKind = saved.filter(row => row.kind === kind)
    if (ids.join() === ofKind.map(({ linked_id }) => linked_id).join()) continue
    lists[kind] = ids
    before[kind] = ofKind.map(({ name }) => name).join(', ')
  }
  const names = await namesOf(tx, linkedIds(lists))
  for (const kind of asked) if (lists[kind]) after[kind] = lists[kind].map(id => names.get(id)).join(', ')
  return { before, after, lists }
}

async function namesOf(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('product').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Replaces the lists of a product that are given. The caller has locked it and those that it names. */
export async function saveLinks(tx: Tx, productId: string, lists: LinkFields): Promise<void> {
  const kinds = linkKinds.filter(kind => lists[kind])
  if (kinds.length === 0) return
  await tx.deleteFrom('product_link').where('product_id', '=', productId).where('kind', 'in', kinds).execute()
  const rows = kinds.flatMap(kind =>
    (lists[kind] ?? []).map((linked_id, place) => ({ product_id: productId, kind, linked_id, place })),
  )
  if (rows.length > 0) await tx.insertInto('product_link').values(rows).execute()
}
