import { plainAmount, toCents } from '#domain/money.ts'
import { readProductFields, requiredFields } from '#domain/products/fields/product-fields.ts'
import {
  readSchedule,
  type ScheduleErrors,
  type ScheduleName,
  scheduleErrors,
  scheduleNames,
} from '#domain/products/fields/schedule-fields.ts'
import { readSeo } from '#domain/products/fields/seo-fields.ts'
import { readVariation } from '#domain/products/fields/variation-fields.ts'
import { readFirstPieces } from '#domain/products/first-pieces.ts'
import type { ManagedProduct } from '#domain/products/managed-product.ts'
import { imageIdOf } from '#domain/products/product.ts'
import { findSize, oneSize, readSizes } from '#domain/products/size.ts'
import type { ProductChoices } from '#domain/settings/catalogue.ts'
import { unfinishedMoment } from '../../ui/form/local-moment.ts'
import type { ProductBody, ProductErrors, ProductTexts } from './api.ts'
import {
  type ChosenSize,
  type ChosenSizes,
  oneChosen,
  readChosenSizes,
  readLinked,
  readPictures,
  writeList,
} from './list-texts.ts'

const noSchedule = { status: 'public', visibleFrom: '', visibleUntil: '', salePrice: '', saleFrom: '', saleUntil: '' }

const noSeo = { seoTitle: '', seoDescription: '' }

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
  chartId: '',
  modelCm: '',
  modelSize: '',
  isSealed: '',
  ...noSeo,
  related: writeList([]),
  look: writeList([]),
  ...noSchedule,
}
const names = Object.keys(noTexts) as (keyof ProductTexts)[]

/** A product's fields as form texts. */
export const textsOf = (product: ManagedProduct): ProductTexts => ({
  name: product.name,
  category: product.category,
  color: product.color,
  ...pricesOf(product),
  pictures: writeList(product.images.filter(({ url }) => imageIdOf(url) !== 'placeholder')),
  description: product.description,
  shade: product.shade ?? '',
  swatch: product.swatch ?? '',
  sizes: writeList(chosenOf(product)),
  chartId: product.chart?._id ?? '',
  modelCm: product.model ? String(product.model.heightCm) : '',
  modelSize: product.model?.sizeCode ?? '',
  isSealed: product.isSealed ? 'true' : '',
  seoTitle: product.seoTitle ?? '',
  seoDescription: product.seoDescription ?? '',
  related: writeList(product.related),
  look: writeList(product.lookProducts),
  status: product.status,
  visibleFrom: product.visibleFrom ?? '',
  visibleUntil: product.visibleUntil ?? '',
  salePrice: priceText(product.salePrice),
  saleFrom: product.saleFrom ?? '',
  saleUntil: product.saleUntil ?? '',
})

/** While a sale runs, the form has the prices after it. */
const pricesOf = ({ price, oldPrice, regularPrice, regularOldPrice }: ManagedProduct) => ({
  price: priceText(regularPrice ?? price),
  oldPrice: priceText(regularPrice === undefined ? oldPrice : regularOldPrice),
})

/** The form texts of a new product that is like another: without its pictures, codes, schedule and texts for search engines, which belong to that one. */
export function copyOf(product: ManagedProduct): ProductTexts {
  const { run, sizes } = chosenOf(product)
  return {
    ...textsOf(product),
    ...noSchedule,
    ...noSeo,
    pictures: noTexts.pictures,
    sizes: writeList({ run, sizes: sizes.map(({ size }) => ({ size, sku: '', barcode: '' })) }),
  }
}

function chosenOf({ sizes }: ManagedProduct): ChosenSizes {
  const run = findSize(sizes[0]?.size ?? oneSize)?.run ?? 'one'
  if (sizes.length === 0) return oneChosen
  return { run, sizes: sizes.map(({ size, sku = '', barcode = '' }) => ({ size, sku, barcode })) }
}

const priceText = (price: number | undefined) => (price === undefined ? '' : plainAmount(toCents(price)))

/** The error of each field, and whether a required field is empty. */
export function fieldErrorsOf(
  texts: ProductTexts,
  choices: ProductChoices,
): { fieldErrors: ProductErrors; isMissing: boolean } {
  const missing = requiredFields.filter(name => texts[name].trim() === '')
  const { pictures, sizes, shade, swatch, chartId, modelCm, modelSize, isSealed, related, look, ...core } = texts
  const { fields, fieldErrors: coreErrors } = readProductFields(core, choices)
  const fieldErrors: ProductErrors = {
    ...coreErrors,
    ...scheduleErrorsOf(core, fields.priceCents),
    ...readSeo(core).fieldErrors,
  }
  for (const name of missing) fieldErrors[name] = `The ${name} is missing.`
  const chosen = readChosenSizes(sizes)
  const sizesError = chosen.sizes.length === 0 ? 'Choose at least one size.' : sizesErrorOf(chosen.sizes)
  if (sizesError) fieldErrors.sizes = sizesError
  for (const [name, text] of Object.entries({ shade, swatch, modelCm })) {
    const { error } = readVariation({ [name]: text })
    if (error) fieldErrors[name as 'shade' | 'swatch' | 'modelCm'] = error
  }
  return { fieldErrors, isMissing: missing.length > 0 }
}

const sizesErrorOf = (sizes: ChosenSize[]) => readSizes(sizes).error ?? readFirstPieces(sizes).error

function scheduleErrorsOf(texts: Pick<ProductTexts, ScheduleName>, priceCents: number | undefined): ScheduleErrors {
  const { fields, fieldErrors } = readSchedule(texts)
  const unfinished = scheduleNames.filter(name => texts[name] === unfinishedMoment)
  return {
    ...scheduleErrors({ ...fields, priceCents }),
    ...fieldErrors,
    ...Object.fromEntries(unfinished.map(name => [name, 'Finish this date and its time, or clear it.'])),
  }
}

/** A field's text as it is sent. One picture without a text is sent as `image`, as earlier releases know it. */
export function bodyOf(texts: Partial<ProductTexts>, before: Pick<ProductTexts, 'pictures'> = noTexts): ProductBody {
  const { pictures, sizes, isSealed, related, look, ...plain } = texts
  const isPlain = (each: string) => readPictures(each).every(({ alt }, place) => alt === '' && place === 0)
  return {
    ...plain,
    ...(pictures !== undefined &&
      (isPlain(pictures) && isPlain(before.pictures)
        ? { image: readPictures(pictures)[0]?.url ?? '' }
        : { images: readPictures(pictures) })),
    ...(sizes !== undefined && { sizes: readChosenSizes(sizes).sizes }),
    ...(isSealed !== undefined && { isSealed: isSealed !== '' }),
    ...(related !== undefined && { related: idsOf(related) }),
    ...(look !== undefined && { look: idsOf(look) }),
  }
}

const idsOf = (text: string) => readLinked(text).map(({ _id }) => _id)

/** What creates a product: the fields that every product has, and of the others those that were filled in. */
export function createBodyOf(texts: ProductTexts): ProductBody {
  const { name, category, color, price, oldPrice, pictures, description } = texts
  return bodyOf({ name, category, color, price, oldPrice, pictures, description, ...changesOf(noTexts, texts) })
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
