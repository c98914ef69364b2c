import { toCents, toDollars } from '#domain/money.ts'
import { imageIdOf, type Product } from '#domain/products/product.ts'
import { type FieldErrors, type FieldName, readProductFields, requiredFields } from '#domain/products/product-fields.ts'
import type { ProductTexts } from './admin/api.ts'

export const noTexts: ProductTexts = {
  name: '',
  category: '',
  color: '',
  price: '',
  oldPrice: '',
  image: '',
  description: '',
}
const names = Object.keys(noTexts) as FieldName[]

/** A product's fields as form texts. */
export const textsOf = ({ name, category, color, price, oldPrice, image, description }: Product): ProductTexts => ({
  name,
  category,
  color,
  price: priceText(price),
  oldPrice: oldPrice === undefined ? '' : priceText(oldPrice),
  image: imageIdOf(image) === 'placeholder' ? '' : image,
  description,
})

const priceText = (dollars: number) => toDollars(toCents(dollars)).toFixed(2)

/** The error of each field, and whether a required field is empty. */
export function fieldErrorsOf(texts: ProductTexts): { fieldErrors: FieldErrors; isMissing: boolean } {
  const missing = requiredFields.filter(name => texts[name].trim() === '')
  const { fieldErrors } = readProductFields(texts)
  for (const name of missing) fieldErrors[name] = `The ${name} is missing.`
  return { fieldErrors, isMissing: missing.length > 0 }
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
