import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'
import type { FieldName } from './product-fields.ts'

/** The columns of a file of products, as it is exported and imported. Prices in dollars. */
export const productColumns = ['id', 'name', 'category', 'color', 'description', 'price', 'old_price', 'image'] as const
export type ProductColumn = (typeof productColumns)[number]

/** A file of new products alone has no ids. */
export const dispensableColumns = ['id'] as const satisfies ProductColumn[]

/** A file to learn from: the columns, and a product. */
export const exampleFile = `${productColumns.join(',')}
,Silk scarf,accessories,red,"Soft, light and large.",49.50,65.00,`

/** Under which column of a file a product's field stands. */
export const columnOf: Record<FieldName, Exclude<ProductColumn, 'id'>> = {
  name: 'name',
  category: 'category',
  color: 'color',
  description: 'description',
  price: 'price',
  oldPrice: 'old_price',
  image: 'image',
}

/** Of so many faults each is kept; all are counted. */
export const maxStoredErrors = 1_000

/** The most bytes of a file that can be sent; the command line reads any. */
export const maxImportBytes = 512 * 2 ** 20

/** What cannot be kept of a file: where it stands, and why. */
export const ImportFault = Type.Object({
  line: Type.Integer({ description: 'Counted from 1, the line that names the columns' }),
  column: Type.String({ description: 'Empty for a fault of the whole row' }),
  message: Type.String(),
})
export type ImportFault = Static<typeof ImportFault>

export const importStates = ['reading', 'ready', 'applying', 'applied', 'undone'] as const

/** A file of products that was read, and what it does to the catalogue. */
export const ProductImport = Type.Object({
  _id: Type.String(),
  file: Type.String(),
  state: literals(importStates),
  createdAt: Type.String(),
  /** Products that the file puts on sale, changes, and names without changing them. */
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  faults: Type.Integer({ description: 'With any, it cannot be applied' }),
  applied: Type.Integer({ description: 'While it is applied: how many products are done' }),
  auditId: Type.Union([Type.String(), Type.Null()], { description: 'With which it can be undone' }),
})
export type ProductImport = Static<typeof ProductImport>

/** What a file does to one product. Of a new one there is no `before`. */
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
