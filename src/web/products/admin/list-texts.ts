import type { LinkedProduct } from '#domain/products/fields/link-fields.ts'
import { oneSize, type SizeRun } from '#domain/products/size.ts'
import type { ProductImage } from '#domain/products/variation.ts'

/** A size with its codes as typed, empty for none, and for a new product the pieces that it begins with. */
export interface ChosenSize {
  size: string
  sku: string
  barcode: string
  pieces?: string
}

export interface ChosenSizes {
  run: SizeRun
  sizes: ChosenSize[]
}

export const oneChosen: ChosenSizes = { run: 'one', sizes: [{ size: oneSize, sku: '', barcode: '' }] }

/** Lists are texts in the form, so that drafts and comparisons treat all fields alike. */
export const writeList = (list: ChosenSizes | readonly ProductImage[] | readonly LinkedProduct[]): string =>
  JSON.stringify(list)
export const readChosenSizes = (text: string) => JSON.parse(text) as ChosenSizes
export const readLinked = (text: string) => JSON.parse(text) as LinkedProduct[]
export const readPictures = (text: string) => JSON.parse(text) as ProductImage[]
