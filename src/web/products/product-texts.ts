import { toCents, toDollars } from '#domain/money.ts'
import { imageIdOf, type Product, type ProductDetails } from '#domain/products/product.ts'
import { readProductFields, requiredFields } from '#domain/products/product-fields.ts'
import { findSize, oneSize, readSizes } from '#domain/products/size.ts'
import { variationLimits } from '#domain/products/variation.ts'
import type { ProductBody, ProductErrors, ProductTexts } from './admin/api.ts'
import { type ChosenSizes, oneChosen, readChosenSizes, readPictures, writeList } from './admin/list-texts.ts'

export const noTexts: ProductTexts = {
  name: '',
  category: '',
  color: '',
  price: '',
  oldPrice: '',
  pictures: writeList([]),
  description: '',
  shade: '',
  swatch: '',
  sizes: writeList(oneChosen),
}
const names = Object.keys(noTexts) as (keyof ProductTexts)[]

/** A product as the owner's form opens it: with what only its page knows. */
export type OpenedProduct = Omit<Product, 'sizes'> &
  Partial<Pick<ProductDetails, 'sizes' | 'images' | 'shade' | 'swatch'>>

/** A product's fields as form texts. */
export const textsOf = (product: OpenedProduct): ProductTexts => ({
  name: product.name,
  category: product.category,
  color: product.color,
  price: priceText(product.price),
  oldPrice: product.oldPrice === undefined ? '' : priceText(product.oldPrice),
  pictures: writeList(
    (product.images ?? [{ url: product.image, alt: '' }]).filter(({ url }) => imageIdOf(url) !== 'placeholder'),
  ),
  description: product.description,
  shade: product.shade ?? '',
  swatch: product.swatch ?? '',
  sizes: writeList(chosenOf(product)),
})

function chosenOf({ sizes = [] }: OpenedProduct): ChosenSizes {
  const run = findSize(sizes[0]?.size ?? oneSize)?.run ?? 'one'
  if (sizes.length === 0) return oneChosen
  return { run, sizes: sizes.map(({ size, sku = '', barcode = '' }) => ({ size, sku, barcode })) }
}

const priceText = (dollars: number) => toDollars(toCents(dollars)).toFixed(2)

/** The error of each field, and whether a required field is empty. */
export function fieldErrorsOf(texts: ProductTexts): { fieldErrors: ProductErrors; isMissing: boolean } {
  const missing = requiredFields.filter(name => texts[name].trim() === '')
  const { pictures, sizes, shade, swatch, ...core } = texts
  const fieldErrors: ProductErrors = readProductFields(core).fieldErrors
  for (const name of missing) fieldErrors[name] = `The ${name} is missing.`
  const chosen = readChosenSizes(sizes)
  const sizesError = chosen.sizes.length === 0 ? 'Choose at least one size.' : readSizes(chosen.sizes).error
  if (sizesError) fieldErrors.sizes = sizesError
  if (swatch !== '' && !/^#[0-9a-f]{6}$/i.test(swatch))
    fieldErrors.swatch = 'The swatch must be # and six of 0-9 and a-f, such as #8e2f3c.'
  if (shade.length > variationLimits.shade)
    fieldErrors.shade = `The shade can have at most ${variationLimits.shade} characters.`
  return { fieldErrors, isMissing: missing.length > 0 }
}

/** A field's text as it is sent. One picture without a text is sent as `image`, as earlier releases know it. */
export function bodyOf(texts: Partial<ProductTexts>, before: Pick<ProductTexts, 'pictures'> = noTexts): ProductBody {
  const { pictures, sizes, ...plain } = texts
  const isPlain = (each: string) => readPictures(each).every(({ alt }, place) => alt === '' && place === 0)
  return {
    ...plain,
    ...(pictures !== undefined &&
      (isPlain(pictures) && isPlain(before.pictures)
        ? { image: readPictures(pictures)[0]?.url ?? '' }
        : { images: readPictures(pictures) })),
    ...(sizes !== undefined && { sizes: readChosenSizes(sizes).sizes }),
  }
}

/** What creates a product: the fields that every product has, and of the others those that were filled in. */
export function createBodyOf(texts: ProductTexts): ProductBody {
  const { shade, swatch, sizes, ...always } = texts
  return bodyOf({ ...always, ...changesOf({ ...texts, shade: '', swatch: '', sizes: noTexts.sizes }, texts) })
}

/** The fields that differ from the saved ones. */
export const changesOf = (before: ProductTexts, texts: ProductTexts): Partial<ProductTexts> =>
  Object.fromEntries(names.filter(name => texts[name] !== before[name]).map(name => [name, texts[name]]))

/**
 * Merges what was typed over one version of a product into a newer version: an untouched field takes the new value, a
 * touched field stays as it was typed.
 * @returns also the new value of each field that both have changed
 */
export function carryOver(before: ProductTexts, typed: ProductTexts, newer: ProductTexts) {
  const mine = changesOf(before, typed)
  const theirs = Object.entries(changesOf(before, newer)).filter(([name]) => name in mine)
  return { texts: { ...newer, ...mine }, savedNow: Object.fromEntries(theirs) as Partial<ProductTexts> }
}
