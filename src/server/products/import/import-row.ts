import { v5, validate } from 'uuid'
import {
  type FieldErrors,
  type FieldName,
  type ProductFields,
  readProductFields,
} from '#domain/products/fields/product-fields.ts'
import { readVariation } from '#domain/products/fields/variation-fields.ts'
import {
  columnOf,
  type FileColumn,
  fileColumns,
  type ImportFault,
  sizeColumns,
} from '#domain/products/product-import.ts'
import type { ProductChoices } from '#domain/settings/catalogue.ts'
import type { ImportedFields } from '../../db/tables/imports.ts'
import type { FileProduct, FileRow } from './file-row.ts'
import { type NamedCollections, readCollectionsCell } from './import-collections.ts'
import { readPictureCells } from './import-pictures.ts'
import { plainPrice, priceCellError } from './import-price.ts'
import { readSizeCells, withoutReplaced } from './import-sizes.ts'

const fieldNames = Object.keys(columnOf) as FieldName[]
const ofOneRow: readonly FileColumn[] = [...sizeColumns, 'stock']
const ofAllRows = fileColumns.filter(column => !ofOneRow.includes(column))

/** Validates the rows of a product by the rules of the product forms. */
export function validateProduct(
  rows: [FileRow, ...FileRow[]],
  choices: ProductChoices,
  named: NamedCollections,
): FileProduct {
  const [{ line, cells, error }] = rows
  if (error)
    return {
      ...{ line, id: undefined, fields: undefined, pictures: undefined, collections: undefined, sizes: [] },
      faults: [{ line, column: '', message: error }],
    }
  const { fields, pictures, faults } = readFields(line, cells, choices)
  const id = cells.id?.trim().toLowerCase() ?? ''
  const isId = id === '' || validate(id)
  if (!isId)
    faults.unshift({
      line,
      column: 'id',
      message: 'This is no id: write it as an export has it, or leave the cell empty for a new product.',
    })
  const { collections, faults: ofCollections } = readCollectionsCell(rows[0], named)
  faults.push(...ofCollections)
  for (const row of rows.slice(1)) faults.push(...differences(row, rows[0]))
  const read = rows.map(readSizeCells)
  const sized = withoutReplaced(read.flatMap(each => each.size ?? []))
  faults.push(...read.flatMap(each => each.faults), ...sized.faults)
  return {
    line,
    id: isId && id !== '' ? id : undefined,
    fields: faults.length === 0 ? fields : undefined,
    sizes: sized.sizes,
    ...{ pictures, collections, faults },
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

function readFields(
  line: number,
  cells: FileRow['cells'],
  choices: ProductChoices,
): Pick<FileProduct, 'fields' | 'pictures' | 'faults'> {
  const [price, oldPrice] = [plainPrice(cells.price), plainPrice(cells.old_price)]
  const sent = { ...Object.fromEntries(fieldNames.map(name => [name, cells[columnOf[name]]])), price, oldPrice }
  const { fields, fieldErrors } = readProductFields(sent, choices)
  const notationErrors: FieldErrors = {
    price: priceCellError(price, 'The price'),
    oldPrice: priceCellError(oldPrice, 'The old price'),
  }
  const faults: ImportFault[] = fieldNames.flatMap(name => {
    const message = notationErrors[name] ?? fieldErrors[name]
    return message ? { line, column: columnOf[name], message } : []
  })
  const shade = readVariation({ shade: cells.shade })
  if (shade.error !== undefined) faults.push({ line, column: 'shade', message: shade.error })
  const { first, further, faults: ofPictures } = readPictureCells({ line, cells })
  faults.push(...ofPictures)
  if (faults.length > 0 || shade.error !== undefined) return { fields: undefined, pictures: undefined, faults }
  const pictures = first ? [first, ...further] : []
  return {
    fields: {
      ...columnsOf(fields as ProductFields, first?.image_id),
      ...(cells.shade !== undefined && { shade: shade.fields.shade ?? null }),
      ...(cells.style !== undefined && { style_id: styleIdOf(cells.style) }),
      ...(cells.images !== undefined && {
        images: further.flatMap(({ image_id }) => (image_id === undefined ? [] : { image_id, alt: '' })),
      }),
    },
    pictures: pictures.some(({ address }) => address !== undefined) ? pictures : undefined,
    faults,
  }
}

function columnsOf(
  { priceCents, oldPriceCents, image: _, ...texts }: ProductFields,
  image_id: string | undefined,
): ImportedFields {
  return { ...texts, price_cents: priceCents, old_price_cents: oldPriceCents, image_id: image_id ?? null }
}

const styles = '5b8f5d2e-6f0f-4a41-9d5c-1a1c5d3f7e52'

/** A style is the id of an export, or a name of the file's own, which gives the same id each time. */
function styleIdOf(cell: string): string | null {
  const style = cell.trim().toLowerCase()
  if (style === '') return null
  return validate(style) ? style : v5(style, styles)
}
