import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'
import type { FieldName } from './fields/product-fields.ts'
import { countResults } from './stock.ts'

/** The columns that every product file has but for `id`. Prices in major units. */
export const productColumns = ['id', 'name', 'category', 'color', 'description', 'price', 'old_price', 'image'] as const
export type ProductColumn = (typeof productColumns)[number]

/** The columns of a size, which make the file one of a row per size. */
export const sizeColumns = ['size', 'sku', 'barcode', 'counted'] as const

/**
 * All columns of an export. What a file has no column for stays as it is, and an empty cell empties it. `stock`, what should lie on
 * the shelf, is only to read: only `counted` changes it, so that no old file brings pieces back.
 */
export const fileColumns = [
  ...productColumns,
  ...['style', 'shade', 'images', 'size', 'sku', 'barcode', 'stock', 'counted', 'collections'],
] as (ProductColumn | DispensableColumn)[]
export type FileColumn = (typeof fileColumns)[number]

/** The columns that a file may lack: a file of new products needs no ids. */
export const dispensableColumns = ['id', 'style', 'shade', 'images', ...sizeColumns, 'stock', 'collections'] as const
export type DispensableColumn = (typeof dispensableColumns)[number]

/** What can change of a product, in the words of a file; `sizes` are all of its sizes with their codes. */
export const changeColumns = [...productColumns, 'style', 'shade', 'images', 'sizes', 'collections'] as const
export type ChangeColumn = (typeof changeColumns)[number]

/** An example file: the columns and one product. */
export const exampleFile = `${productColumns.join(',')}
,Silk scarf,accessories,red,"Soft, light and large.",49.50,65.00,`

/** The column of each product field. */
export const columnOf: Record<FieldName, Exclude<ProductColumn, 'id'>> = {
  name: 'name',
  category: 'category',
  color: 'color',
  description: 'description',
  price: 'price',
  oldPrice: 'old_price',
  image: 'image',
}

/** The maximum number of errors stored per file; all are counted. */
export const maxStoredErrors = 1_000

/** The maximum number of pictures that a file may name by addresses of other hosts, and the maximum length of an address. */
export const maxFetchedPictures = 5_000
export const maxAddressLength = 2_000

/** The maximum upload size in bytes; the command line has no limit. */
export const maxImportBytes = 512 * 2 ** 20

/** An error in a file: its place and its reason. */
export const ImportFault = Type.Object({
  line: Type.Integer({ description: 'Counted from 1, the line that names the columns' }),
  column: Type.String({ description: 'Empty for a fault of the whole row' }),
  message: Type.String(),
})
export type ImportFault = Static<typeof ImportFault>

/** How many products a file puts into a collection, and takes out of it. */
export const CollectionFigures = Type.Object({
  id: Type.String(),
  name: Type.String(),
  joins: Type.Integer(),
  leaves: Type.Integer(),
})
export type CollectionFigures = Static<typeof CollectionFigures>

/** One sentence, such as "3 products join Summer, 1 leaves it." */
export function collectionInWords({ name, joins, leaves }: CollectionFigures): string {
  const products = (n: number) => `${n} ${n === 1 ? 'product' : 'products'}`
  const leave = leaves === 1 ? 'leaves' : 'leave'
  if (joins === 0) return `${products(leaves)} ${leave} ${name}.`
  const joined = `${products(joins)} ${joins === 1 ? 'joins' : 'join'} ${name}`
  return leaves === 0 ? `${joined}.` : `${joined}, ${leaves} ${leave} it.`
}

export const importStates = ['reading', 'ready', 'applying', 'applied', 'undone'] as const

/** A product file that was read, and the changes that it makes. */
export const ProductImport = Type.Object({
  _id: Type.String(),
  file: Type.String(),
  state: literals(importStates),
  createdAt: Type.String(),
  /** The number of products that the file adds, changes, and leaves unchanged. */
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  faults: Type.Integer({ description: 'With any, it cannot be applied' }),
  counts: Type.Integer({ description: 'The numbers in the column `counted` that differ from what is stored' }),
  counted: Type.Integer({ description: 'How many of them are stored' }),
  notCounted: Type.Integer({ description: 'How many of them were refused; each says why' }),
  pictures: Type.Object(
    { total: Type.Integer(), done: Type.Integer(), failed: Type.Integer() },
    { description: 'Those of other hosts, which are fetched once it is applied' },
  ),
  collections: Type.Array(CollectionFigures, {
    description: 'The collections made by hand that it changes; empty for a file without the column `collections`',
  }),
  applied: Type.Integer({ description: 'While it is applied: how many products are done' }),
  auditId: Type.Union([Type.String(), Type.Null()], { description: 'With which it can be undone' }),
})
export type ProductImport = Static<typeof ProductImport>

/** The change of one product. A new product has no `before`. */
export const ImportChange = Type.Object({
  line: Type.Integer(),
  productId: Type.String(),
  name: Type.String({ description: 'As it is called now' }),
  isNew: Type.Boolean(),
  hasUnknownId: Type.Boolean({ description: 'It is new although its row names an id, which this shop does not know' }),
  fields: Type.Array(Type.Object({ column: literals(changeColumns), before: Type.String(), after: Type.String() }), {
    description: 'Those that change, as they are written in a file',
  }),
})
export type ImportChange = Static<typeof ImportChange>

export const importCountResults = [...countResults, 'gone'] as const

/** A number of a file in the column `counted`, in pieces. */
export const ImportCount = Type.Object({
  line: Type.Integer(),
  productId: Type.String(),
  name: Type.String({ description: 'With its color' }),
  label: Type.String({ description: 'The size as shoppers read it' }),
  before: Type.Union([Type.Integer(), Type.Null()], {
    description: 'What should have lain on the shelf when the file was read; null for a size that was not counted',
  }),
  after: Type.Integer(),
  result: Type.Union([literals(importCountResults), Type.Null()], { description: 'Null until it is applied' }),
  message: Type.String({ description: 'Why it was not counted; empty otherwise' }),
})
export type ImportCount = Static<typeof ImportCount>

/** A picture that could not be fetched. */
export const FailedPicture = Type.Object({
  line: Type.Integer(),
  productId: Type.String(),
  name: Type.String({ description: 'Of the product; empty when it is gone' }),
  place: Type.Integer({ description: 'Among the pictures of the product, from 0', minimum: 0, maximum: 11 }),
  address: Type.String(),
  reason: Type.String(),
})
export type FailedPicture = Static<typeof FailedPicture>
