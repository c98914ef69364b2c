import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'
import type { FieldName } from './product-fields.ts'

/** The columns of a product file, for export and import. Prices in dollars. */
export const productColumns = ['id', 'name', 'category', 'color', 'description', 'price', 'old_price', 'image'] as const
export type ProductColumn = (typeof productColumns)[number]

/** The columns of a file. `stock`, the pieces of all counted sizes, is only to read: an import ignores it. */
export const fileColumns = [...productColumns, 'stock'] as const
export type FileColumn = (typeof fileColumns)[number]

/** A file of new products needs no ids, and none needs stock. */
export const dispensableColumns = ['id', 'stock'] as const satisfies FileColumn[]

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

/** The maximum upload size in bytes; the command line has no limit. */
export const maxImportBytes = 512 * 2 ** 20

/** An error in a file: its place and its reason. */
export const ImportFault = Type.Object({
  line: Type.Integer({ description: 'Counted from 1, the line that names the columns' }),
  column: Type.String({ description: 'Empty for a fault of the whole row' }),
  message: Type.String(),
})
export type ImportFault = Static<typeof ImportFault>

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
  fields: Type.Array(Type.Object({ column: literals(productColumns), before: Type.String(), after: Type.String() }), {
    description: 'Those that change, as they are written in a file',
  }),
})
export type ImportChange = Static<typeof ImportChange>
