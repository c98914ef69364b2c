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

/** A product's fields as a form shows them. */
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

/** What is wrong with which field, and whether one of those that a product must have is empty. */
export function fieldErrorsOf(texts: ProductTexts): { fieldErrors: FieldErrors; isMissing: boolean } {
  const missing = requiredFields.filter(name => texts[name].trim() === '')
  const { fieldErrors } = readProductFields(texts)
  for (const name of missing) fieldErrors[name] = `The ${name} is missing.`
  return { fieldErrors, isMissing: missing.length > 0 }
}

/** The fields that differ from how they were. */
export const changesOf = (before: ProductTexts, texts: ProductTexts): Partial<ProductTexts> =>
  Object.fromEntries(names.filter(name => texts[name] !== before[name]).map(name => [name, texts[name]]))

/**
 * What was typed over one version of a product, carried over to a newer one: a field that was not touched shows what is
 * saved now, a touched one keeps what was typed.
 * @returns also what is saved now in the fields that both have changed
 */
export function carryOver(before: ProductTexts, typed: ProductTexts, newer: ProductTexts) {
  const mine = changesOf(before, typed)
  const theirs = Object.entries(changesOf(before, newer)).filter(([name]) => name in mine)
  return { texts: { ...newer, ...mine }, savedNow: Object.fromEntries(theirs) as Partial<ProductTexts> }
}
