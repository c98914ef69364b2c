import { v5, validate } from 'uuid'
import { imageIdOf } from '#domain/products/product.ts'
import {
  type FieldErrors,
  type FieldName,
  type ProductFields,
  readProductFields,
} from '#domain/products/product-fields.ts'
import {
  columnOf,
  type FileColumn,
  fileColumns,
  type ImportFault,
  sizeColumns,
} from '#domain/products/product-import.ts'
import { readVariation } from '#domain/products/variation-fields.ts'
import type { ProductChoices } from '#domain/settings/catalogue.ts'
import type { ImportedFields } from '../../db/tables.ts'
import type { FileProduct, FileRow } from './file-row.ts'
import { priceCellError } from './import-price.ts'
import { readSizeCells, withoutReplaced } from './import-sizes.ts'

const fieldNames = Object.keys(columnOf) as FieldName[]
const ofOneRow: readonly FileColumn[] = [...sizeColumns, 'stock']
const ofAllRows = fileColumns.filter(column => !ofOneRow.includes(column))

/** Validates the rows of a product by the rules of the product forms. */
export function validateProduct(rows: [FileRow, ...FileRow[]], choices: ProductChoices): FileProduct {
  const [{ line, cells, error }] = rows
  if (error)
    return { line, id: undefined, fields: undefined, sizes: [], faults: [{ line, column: '', message: error }] }
  const { fields, faults } = readFields(line, cells, choices)
  const id = cells.id?.trim().toLowerCase() ?? ''
  const isId = id === '' || validate(id)
  if (!isId)
    faults.unshift({
      line,
      column: 'id',
      message: 'This is no id: write it as an export has it, or leave the cell empty for a new product.',
    })
  for (const row of rows.slice(1)) faults.push(...differences(row, rows[0]))
  const read = rows.map(readSizeCells)
  const sized = withoutReplaced(read.flatMap(each => each.size ?? []))
  faults.push(...read.flatMap(each => each.faults), ...sized.faults)
  return {
    line,
    id: isId && id !== '' ? id : undefined,
    fields: faults.length === 0 ? fields : undefined,
    sizes: sized.sizes,
    faults,
  }
}

/** The rows of one product say the same of it; what stands in the first may be left out in the others. */
function differences({ line, cells }: FileRow, first: FileRow): ImportFault[] {
  const isOther = (column: FileColumn) => {
    const cell = cells[column]?.trim() ?? ''
    return cell !== '' && cell !== first.cells[column]?.trim()
  }
  return ofAllRows
    .filter(column => column !== 'id' && isOther(column))
    .map(column => ({ line, column, message: `Line ${first.line}, which is of the same product, says otherwise.` }))
}

export const unknownPictureError =
  'This is no picture of this shop. Leave the cell empty, and add the picture in the form of the product once it is imported.'

function readFields(
  line: number,
  cells: FileRow['cells'],
  choices: ProductChoices,
): { fields: ImportedFields | undefined; faults: ImportFault[] } {
  const sent = Object.fromEntries(fieldNames.map(name => [name, cells[columnOf[name]]]))
  const { fields, fieldErrors } = readProductFields(sent, choices)
  const notationErrors: FieldErrors = {
    price: priceCellError(cells.price, 'The price'),
    oldPrice: priceCellError(cells.old_price, 'The old price'),
  }
  const faults: ImportFault[] = fieldNames.flatMap(name => {
    const message = notationErrors[name] ?? fieldErrors[name]
    return message ? { line, column: columnOf[name], message } : []
  })
  const { image = '' } = fields
  if (image !== '' && !imageIdOf(image)) faults.push({ line, column: 'image', message: unknownPictureError })
  const shade = readVariation({ shade: cells.shade })
  if (shade.error !== undefined) faults.push({ line, column: 'shade', message: shade.error })
  const images = readImages(image, cells.images ?? '')
  if (images.error !== undefined) faults.push({ line, column: 'images', message: images.error })
  if (faults.length > 0 || shade.error !== undefined || images.error !== undefined) return { fields: undefined, faults }
  return {
    fields: {
      ...columnsOf(fields as ProductFields),
      ...(cells.shade !== undefined && { shade: shade.fields.shade ?? null }),
      ...(cells.style !== undefined && { style_id: styleIdOf(cells.style) }),
      ...(cells.images !== undefined && { images: images.ids.map(image_id => ({ image_id, alt: '' })) }),
    },
    faults,
  }
}

function columnsOf({ priceCents, oldPriceCents, image, ...texts }: ProductFields): ImportedFields {
  const id = imageIdOf(image)
  return {
    ...texts,
    price_cents: priceCents,
    old_price_cents: oldPriceCents,
    image_id: id === undefined || id === 'placeholder' ? null : id,
  }
}

const styles = '5b8f5d2e-6f0f-4a41-9d5c-1a1c5d3f7e52'

/** A style is the id of an export, or a name of the file's own, which gives the same id each time. */
function styleIdOf(cell: string): string | null {
  const style = cell.trim().toLowerCase()
  if (style === '') return null
  return validate(style) ? style : v5(style, styles)
}

/** The pictures after the first: addresses with spaces between them. */
function readImages(first: string, cell: string): { ids: string[]; error?: undefined } | { error: string } {
  const urls = cell.trim().split(/\s+/).filter(Boolean)
  if (urls.length > 0 && (first === '' || imageIdOf(first) === 'placeholder'))
    return { error: 'The first picture belongs in the column image.' }
  const ids = urls.flatMap(url => imageIdOf(url) ?? [])
  if (ids.length < urls.length || ids.includes('placeholder')) return { error: unknownPictureError }
  const { error } = readVariation({ images: [imageIdOf(first), ...ids].filter(Boolean) })
  return error === undefined ? { ids } : { error }
}
