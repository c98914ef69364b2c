import type { DispensableColumn, FileColumn, ImportFault } from '#domain/products/product-import.ts'
import type { CollectionSetting } from '#domain/settings/collections.ts'
import type { CsvRow } from '../../csv/read.ts'
import type { ImportedFields } from '../../db/tables/imports.ts'

/** A row of a file. */
export type FileRow = CsvRow<FileColumn, DispensableColumn>

/** A size as a file names it. */
export interface FileSize {
  line: number
  size: string
  /** Undefined when the file has no such column, null to empty it. */
  sku: string | null | undefined
  barcode: string | null | undefined
  /** What lies on the shelf; undefined when the file does not say so. */
  counted: number | undefined
}

/** A picture as a file names it: one of this shop by its id, one of another host by its address; an address may be either. */
export interface FilePicture {
  image_id?: string
  address?: string
}

/** A product of a file, with the sizes that its rows name, validated without the database. */
export interface FileProduct {
  /** The line of its first row. */
  line: number
  /** Undefined for a new product, and when the cell is not an id. */
  id: string | undefined
  /** Undefined when its rows have faults. */
  fields: ImportedFields | undefined
  sizes: FileSize[]
  /** Undefined when all are of this shop; in a file without the column of further pictures only the first. */
  pictures: FilePicture[] | undefined
  /** The collections made by hand that it is in; undefined when the file does not say so. */
  collections: CollectionSetting[] | undefined
  faults: ImportFault[]
}
