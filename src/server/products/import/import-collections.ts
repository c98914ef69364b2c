import type { ImportFault } from '#domain/products/product-import.ts'
import { type CollectionSetting, type Collections, collectionLimits } from '#domain/settings/collections.ts'
import type { ImportedCollection } from '../../db/tables/imports.ts'
import type { FileRow } from './file-row.ts'

const maxShown = 40

/** The collections of the shop by their names, as files name them. */
export type NamedCollections = ReadonlyMap<string, CollectionSetting>

/** The case and the number of spaces make no difference. */
const keyOf = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

export const byName = ({ items }: Collections): NamedCollections => new Map(items.map(each => [keyOf(each.name), each]))

/** The names of collections in one cell, with | between them. One within a name is doubled. */
export const cellOf = (collections: readonly CollectionSetting[]): string =>
  collections.map(({ name }) => name.replaceAll('|', '||')).join(' | ')

/** The collections made by hand that hold each product, in their order. */
export function holdersOf({ items }: Collections): Map<string, CollectionSetting[]> {
  const holders = new Map<string, CollectionSetting[]>()
  for (const collection of items.filter(({ kind }) => kind === 'hand'))
    for (const id of collection.products) holders.set(id, [...(holders.get(id) ?? []), collection])
  return holders
}

/**
 * Reads the cell that names the collections of a product.
 * @returns undefined collections in a file without the column; at most one fault
 */
export function readCollectionsCell(
  { line, cells }: Pick<FileRow, 'line' | 'cells'>,
  named: NamedCollections,
): { collections: CollectionSetting[] | undefined; faults: ImportFault[] } {
  if (cells.collections === undefined) return { collections: undefined, faults: [] }
  const faultOf = (message: string) => ({ collections: undefined, faults: [{ line, column: 'collections', message }] })
  const found = new Set<CollectionSetting>()
  for (const name of namesIn(cells.collections)) {
    const collection = named.get(keyOf(name))
    if (!collection)
      return faultOf(`The shop has no collection “${shortened(name)}”: write its name as an export has it.`)
    if (collection.kind === 'rule')
      return faultOf(
        `“${collection.name}” chooses its pieces by a rule: a file can name only collections made by hand.`,
      )
    if (found.has(collection)) return faultOf(`“${collection.name}” is there twice.`)
    found.add(collection)
  }
  return { collections: [...found], faults: [] }
}

/** A single | separates two names, a doubled one belongs to a name. No file contains NUL. */
const namesIn = (cell: string): string[] =>
  cell
    .replaceAll('||', '\0')
    .split('|')
    .map(name => name.replaceAll('\0', '|').trim())
    .filter(name => name !== '')

/** By characters: half of one could not be stored. */
const shortened = (name: string) => [...name.slice(0, 2 * maxShown)].slice(0, maxShown).join('')

interface Change extends ImportedCollection {
  /** The lines of those that join. */
  lines: number[]
  /** How many join: of more than a collection can have, the rest is only counted. */
  joining: number
}

/** Finds out what a file does to the collections, product by product in the order of the file. */
export function compareCollections(collections: Collections) {
  const holders = holdersOf(collections)
  const changes = new Map<string, Change>()
  const inOrder = (some: Iterable<CollectionSetting>) => {
    const wanted = new Set(some)
    return collections.items.filter(each => wanted.has(each))
  }

  function changeOf({ id, name }: CollectionSetting): Change {
    const change = changes.get(id) ?? { id, name, joins: [], leaves: [], lines: [], joining: 0 }
    changes.set(id, change)
    return change
  }

  return {
    /** The collections of a product before the import and after it, as a file names them. */
    cells: (productId: string, named: readonly CollectionSetting[]) => ({
      before: cellOf(holders.get(productId) ?? []),
      after: cellOf(inOrder(named)),
    }),

    add(line: number, productId: string, named: readonly CollectionSetting[]): void {
      const held = holders.get(productId) ?? []
      for (const collection of held) if (!named.includes(collection)) changeOf(collection).leaves.push(productId)
      for (const collection of named) {
        if (held.includes(collection)) continue
        const change = changeOf(collection)
        change.joining += 1
        if (change.joins.length > collectionLimits.products) continue
        change.joins.push(productId)
        change.lines.push(line)
      }
    },

    /** One fault for each collection that would have too many products, on the line of the first that has no room. */
    faults: (): ImportFault[] =>
      inOrder(collections.items).flatMap(({ id, products }) => {
        const change = changes.get(id)
        const room = collectionLimits.products - products.length + (change?.leaves.length ?? 0)
        const line = change?.lines[room]
        if (!change || line === undefined) return []
        const message = tooMany(change.name, collectionLimits.products - room + change.joining)
        return [{ line, column: 'collections', message }]
      }),

    /** What is stored with the import. */
    list: (): ImportedCollection[] =>
      collections.items.flatMap(each => {
        const change = changes.get(each.id)
        return change ? [{ id: change.id, name: change.name, joins: change.joins, leaves: change.leaves }] : []
      }),
  }
}

export type CollectionsOfFile = ReturnType<typeof compareCollections>

export const tooMany = (name: string, pieces: number): string =>
  `${name} would have ${pieces.toLocaleString('en-US')} pieces, and a collection can have at most ${collectionLimits.products}.`
