import type { Generated, JSONColumnType } from 'kysely'
import type { ImportFault, importCountResults } from '#domain/products/product-import.ts'
import type { SizeInput } from '#domain/products/size.ts'
import type { StoredImage } from './products.ts'

/** A product file that was read; its changes are in its rows. */
export interface ProductImportTable {
  id: string
  file: string
  /** Null for the command line. */
  actor: string | null
  created_at: Date
  /** Null while it is read, and for one whose reading was killed. */
  read_at: Generated<Date | null>
  added: Generated<number>
  changed: Generated<number>
  unchanged: Generated<number>
  fault_count: Generated<number>
  /** How many pictures it names by addresses of other hosts. */
  pictures: Generated<number>
  /** The first thousand. */
  faults: JSONColumnType<ImportFault[], string | undefined>
  /** What it does to collections that the owner makes by hand. */
  collections: JSONColumnType<ImportedCollection[], string | undefined>
  applied_at: Generated<Date | null>
  /** The audit entry by which the import can be undone. */
  audit_id: Generated<string | null>
}

/** A product in a file, beside the one on sale when the file was read. */
export interface ProductImportRowTable {
  import_id: string
  product_id: string
  line: number
  kind: 'new' | 'changed' | 'unchanged' | 'fault'
  after: JSONColumnType<ImportedFields | null, string | null>
  /** The previous fields of a changed product, until the import can no longer be undone. */
  before: JSONColumnType<ImportedFields | null, string | null>
  /** `updated_at` of the product that the row was compared with. */
  version: Date | null
  /** `updated_at` of the product since a fetched picture was attached, unless it was changed otherwise before. */
  attached_at: Generated<Date | null>
}

/** A picture of an applied import that is fetched from another host, by its place among the pictures of the product. */
export interface PictureDownloadTable {
  import_id: string
  product_id: string
  /** From 0, the first picture. */
  place: number
  line: number
  address: string
  state: Generated<'waiting' | 'done' | 'failed'>
  /** How often fetching it has begun. */
  tries: Generated<number>
  /** One sentence; empty unless it has failed. */
  reason: Generated<string>
  /** When it is tried next, or given up for interrupted; null unless it is waiting. */
  next_at: Date | null
  /** The picture that it became. */
  image_id: Generated<string | null>
}

/** A count of a file; it is stored after the products are. */
export interface ProductImportCountTable {
  import_id: string
  line: number
  product_id: string
  size: string
  shelf: number
  /** What should have lain on the shelf when the file was read. */
  seen: number | null
  /** Null until it is tried. */
  result: (typeof importCountResults)[number] | null
  message: Generated<string>
}

/** Products that a file puts into a collection and takes out of it, by their ids, in the order of the file. */
export interface ImportedCollection {
  id: string
  name: string
  joins: string[]
  leaves: string[]
  /** The products that it held when the import was applied. */
  before?: string[]
}

/** The columns of a product that a file sets. */
export interface ImportedFields {
  name: string
  category: string
  color: string
  description: string
  price_cents: number
  old_price_cents: number | null
  image_id: string | null
  /** What a file may lack is undefined then, and stays as it is. */
  shade?: string | null
  style_id?: string | null
  /** Only of what was before, with `style_id`. */
  style_place?: number
  /** With another first picture; with `pictures` only of what was before. */
  image_alt?: string
  /** The pictures after the first, and all sizes; undefined when they stay as they are. */
  images?: StoredImage[]
  sizes?: SizeInput[]
  /** Only to be shown: the collections made by hand that hold the product, as a file names them. */
  collections?: string
  /** All pictures in their order when some are to be fetched; until they are, `image_id` and `images` hold what there is. */
  pictures?: (StoredImage | { address: string })[]
}
