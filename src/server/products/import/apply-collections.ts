import { isDeepStrictEqual } from 'node:util'
import { type CollectionSetting, collectionLimits } from '#domain/settings/collections.ts'
import type { Tx } from '../../db/connection.ts'
import type { ImportedCollection } from '../../db/tables/imports.ts'
import { conflict } from '../../lib/errors.ts'
import { updateSection } from '../../settings/section-queries.ts'
import type { CatalogueContext } from '../context.ts'
import { tooMany } from './import-collections.ts'

type Context = Pick<CatalogueContext, 'clock' | 'ids'>

interface Import {
  id: string
  collections: ImportedCollection[]
}

/**
 * Puts the products of an import into collections and takes them out, as a save of the settings. Only what the file changes is
 * changed: what the owner did to a collection after the file was read stays. A file that changes none locks nothing.
 * @throws ShopError 409 when a collection is gone, is made by a rule by now, or would have too many products
 */
export async function applyCollections(
  tx: Tx,
  context: Context,
  actor: string | undefined,
  { id, collections }: Import,
): Promise<void> {
  if (collections.length === 0) return
  const before = new Map<string, string[]>()
  await updateSection(tx, context, actor, 'collections', ({ items }) => {
    for (const { id: which, name } of collections)
      if (!items.some(each => each.id === which && each.kind === 'hand'))
        throw conflict(`The collection ${name} is no longer there, or made by a rule: send this file again.`)
    return {
      items: items.map(item => {
        const change = collections.find(each => each.id === item.id)
        if (!change) return item
        const products = changed(item.products, change)
        if (products.length > collectionLimits.products) throw conflict(tooMany(item.name, products.length))
        before.set(item.id, item.products)
        return { ...item, products }
      }),
    }
  })
  const applied = collections.map(each => ({ ...each, before: before.get(each.id) }))
  await tx
    .updateTable('product_import')
    .set({ collections: JSON.stringify(applied) })
    .where('id', '=', id)
    .execute()
}

/** Those that stay keep their places; those that join come last, in the order of the file. */
function changed(products: readonly string[], { joins, leaves }: ImportedCollection): string[] {
  const left = new Set(leaves)
  return [...new Set([...products.filter(id => !left.has(id)), ...joins])]
}

/**
 * Gives collections the products that they had before an import. One that is gone, or made by a rule by now, stays so.
 * @throws ShopError 409 when other products were chosen for one of them since
 */
export async function restoreCollections(
  tx: Tx,
  context: Context,
  actor: string | undefined,
  collections: ImportedCollection[],
): Promise<void> {
  if (collections.length === 0) return
  const restored = (item: CollectionSetting): CollectionSetting => {
    const change = collections.find(({ id }) => id === item.id)
    if (!change?.before || item.kind !== 'hand' || isDeepStrictEqual(item.products, change.before)) return item
    if (!isDeepStrictEqual(item.products, changed(change.before, change)))
      throw conflict(
        `The collection ${item.name} was changed after this import: take that back first, or change products by hand.`,
      )
    return { ...item, products: change.before }
  }
  await updateSection(tx, context, actor, 'collections', ({ items }) => ({ items: items.map(restored) }))
}
