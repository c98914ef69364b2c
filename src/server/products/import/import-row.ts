import { validate } from 'uuid'
import { imageIdOf } from '#domain/products/product.ts'
import {
  type FieldErrors,
  type FieldName,
  type ProductFields,
  readProductFields,
} from '#domain/products/product-fields.ts'
import { columnOf, type ImportFault, type ProductColumn } from '#domain/products/product-import.ts'
import type { CsvRow } from '../../csv/read.ts'
import type { ImportedFields } from '../../db/tables.ts'
import { priceCellError } from './import-price.ts'

/** A row of a file, validated without the database. */
export interface ValidatedRow {
  line: number
  /** Undefined for a new product, and when the cell is not an id. */
  id: string | undefined
  /** Undefined when the row has faults. */
  fields: ImportedFields | undefined
  faults: ImportFault[]
}

const fieldNames = Object.keys(columnOf) as FieldName[]

/** Validates a row by the rules of the product forms. */
export function validateRow({ line, cells, error }: CsvRow<ProductColumn>): ValidatedRow {
  if (error) return { line, id: undefined, fields: undefined, faults: [{ line, column: '', message: error }] }
  const sent = Object.fromEntries(fieldNames.map(name => [name, cells[columnOf[name]]]))
  const { fields, fieldErrors } = readProductFields(sent)
  const notationErrors: FieldErrors = {
    price: priceCellError(cells.price, 'The price'),
    oldPrice: priceCellError(cells.old_price, 'The old price'),
  }
  const faults: ImportFault[] = fieldNames.flatMap(name => {
    const message = notationErrors[name] ?? fieldErrors[name]
    return message ? { line, column: columnOf[name], message } : []
  })
  const id = cells.id.trim().toLowerCase()
  const isId = id === '' || validate(id)
  if (!isId)
    faults.unshift({
      line,
      column: 'id',
      message: 'This is no id: write it as an export has it, or leave the cell empty for a new product.',
    })
  const { image = '' } = fields
  if (image !== '' && !imageIdOf(image)) faults.push({ line, column: 'image', message: unknownPictureError })
  const isStored = faults.length === 0
  return {
    line,
    id: isId && id !== '' ? id : undefined,
    fields: isStored ? columnsOf(fields as ProductFields) : undefined,
    faults,
  }
}

export const unknownPictureError =
  'This is no picture of this shop. Leave the cell empty, and add the picture in the form of the product once it is imported.'

function columnsOf({ priceCents, oldPriceCents, image, ...texts }: ProductFields): ImportedFields {
  const id = imageIdOf(image)
  return {
    ...texts,
    price_cents: priceCents,
    old_price_cents: oldPriceCents,
    image_id: id === undefined || id === 'placeholder' ? null : id,
  }
}
