import type { ImportedFields } from '../../db/tables/imports.ts'
import type { StoredImage } from '../../db/tables/products.ts'

type Wanted = NonNullable<ImportedFields['pictures']>

/**
 * The pictures of a product while some of those that a file names are not fetched: in the place of each is the picture that the
 * product had there before, if any. No picture is there twice.
 * @param fetched the pictures that were fetched, by their place
 */
export function picturesOf(wanted: Wanted, before: StoredImage[], fetched: ReadonlyMap<number, string>): StoredImage[] {
  const there = wanted.flatMap((picture, place) => {
    if ('image_id' in picture) return picture
    const image_id = fetched.get(place)
    return image_id === undefined ? (before[place] ?? []) : { image_id, alt: '' }
  })
  return there.filter(({ image_id }, place) => there.findIndex(each => each.image_id === image_id) === place)
}

/** The pictures of a product before an import, or those that it has at once; the first one first. */
export function imagesIn(fields: Pick<ImportedFields, 'image_id' | 'image_alt' | 'images'> | null): StoredImage[] {
  const { image_id, image_alt = '', images = [] } = fields ?? { image_id: null }
  return image_id === null ? images : [{ image_id, alt: image_alt }, ...images]
}
