import { sql } from 'kysely'
import { readVariation } from '#domain/products/fields/variation-fields.ts'
import { imageIdOf } from '#domain/products/product.ts'
import { type ImportFault, maxFetchedPictures } from '#domain/products/product-import.ts'
import type { Db } from '../../db/connection.ts'
import type { ImportedFields } from '../../db/tables/imports.ts'
import { readAddress } from '../downloads/picture-address.ts'
import { imagesIn, picturesOf } from '../downloads/pictures-of.ts'
import type { FilePicture, FileProduct, FileRow } from './file-row.ts'
import type { StoredProduct } from './stored-products.ts'

export const unknownPictureError =
  'This is no picture of this shop. Leave the cell empty, and add the picture in the form of the product once it is imported.'

interface PictureCells {
  /** The first picture; undefined for none. */
  first: FilePicture | undefined
  further: FilePicture[]
  faults: ImportFault[]
}

/** Reads the cells that name pictures. The addresses of further ones have spaces between them. */
export function readPictureCells({ line, cells }: Pick<FileRow, 'line' | 'cells'>): PictureCells {
  const image = cells.image.trim()
  const first = image === '' || imageIdOf(image) === 'placeholder' ? undefined : readPicture(image)
  const further = (cells.images?.trim() ?? '').split(/\s+/).filter(Boolean).map(readPicture)
  const [firstError, furtherError] = [errorIn(first ? [first] : []), errorIn(further) ?? errorOfAll(first, further)]
  const faults: ImportFault[] = []
  if (firstError !== undefined) faults.push({ line, column: 'image', message: firstError })
  if (furtherError !== undefined) faults.push({ line, column: 'images', message: furtherError })
  return { first, further, faults }
}

/** An address of another host may look like one of this shop, for example in an export of another one. */
function readPicture(text: string): FilePicture & { error?: string } {
  const image_id = imageIdOf(text)
  const { url, error } = { url: undefined, ...readAddress(text) }
  if (image_id === undefined) return error === undefined ? { address: url?.href } : { error }
  return { image_id, ...(url && { address: url.href }) }
}

const errorIn = (pictures: { error?: string; image_id?: string }[]): string | undefined =>
  pictures.find(({ error }) => error !== undefined)?.error ??
  (pictures.some(({ image_id }) => image_id === 'placeholder') ? unknownPictureError : undefined)

function errorOfAll(first: FilePicture | undefined, further: FilePicture[]): string | undefined {
  if (further.length === 0) return undefined
  if (!first) return 'The first picture belongs in the column image.'
  return readVariation({ images: [first, ...further].map(({ image_id, address }) => image_id ?? address) }).error
}

/** The pictures of the shop that a part of a file names, and the host of the shop. */
export interface KnownPictures {
  images: ReadonlySet<string>
  host: string
}

type Pictures = NonNullable<ImportedFields['pictures']>
type Resolved = { pictures: Pictures | undefined; unknownIn?: undefined } | { pictures?: undefined; unknownIn: string }

/**
 * Finds out which pictures are of this shop, and which have to be fetched.
 * @returns all pictures when some have to be; otherwise undefined, or the column that names one that is not there
 */
export function resolvePictures(
  { fields, pictures: named = [] }: FileProduct,
  stored: StoredProduct['fields'] | undefined,
  known: KnownPictures,
): Resolved {
  const had = stored ? imagesIn(stored) : []
  const pictures: Pictures = []
  for (const [place, { image_id, address }] of named.entries()) {
    if (image_id && known.images.has(image_id))
      pictures.push(had.find(each => each.image_id === image_id) ?? { image_id, alt: '' })
    else if (address && new URL(address).host !== known.host) pictures.push({ address })
    else return { unknownIn: place === 0 ? 'image' : 'images' }
  }
  if (pictures.some(picture => 'address' in picture))
    return { pictures: fields?.images ? pictures : [...pictures, ...(stored?.images ?? [])] }
  if (fields?.image_id && !known.images.has(fields.image_id)) return { unknownIn: 'image' }
  if (fields?.images?.some(({ image_id }) => !known.images.has(image_id))) return { unknownIn: 'images' }
  return { pictures: undefined }
}

/** What a product has until its pictures are fetched. */
export function atOnce(pictures: Pictures, stored: StoredProduct['fields'] | undefined) {
  const [first, ...images] = picturesOf(pictures, stored ? imagesIn(stored) : [], new Map())
  return { image_id: first?.image_id ?? null, images }
}

/** How many pictures of a product have to be fetched. */
export const downloadsOf = (fields: Pick<ImportedFields, 'pictures'> | undefined): number =>
  fields?.pictures?.filter(picture => 'address' in picture).length ?? 0

/** Finds the line with which a file names too many pictures of other hosts. */
export async function findTooMany(db: Db, importId: string): Promise<ImportFault[]> {
  const { pictures } = await db
    .selectFrom('product_import')
    .select('pictures')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  if (pictures <= maxFetchedPictures) return []
  const { rows } = await sql<{ line: number }>`
    select line from (
      select line, sum(jsonb_array_length(jsonb_path_query_array(after, '$.pictures[*].address'))) over (order by line) as n
      from product_import_row where import_id = ${importId} and kind in ('new', 'changed') and after ? 'pictures'
    ) each where n > ${maxFetchedPictures} order by line limit 1`.execute(db)
  const message = `A file can name at most ${maxFetchedPictures.toLocaleString('en-US')} pictures of other hosts, this one names ${pictures.toLocaleString('en-US')}: import it in parts.`
  return rows.map(({ line }) => ({ line, column: 'image', message }))
}
