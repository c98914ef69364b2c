import { isUuid } from '../../ids.ts'
import { findSize, readSizes, type SizeInput } from '../size.ts'

/** At most this many pictures, and colors in a style. */
export const variationLimits = { images: 12, colors: 20, alt: 200, shade: 40, modelCm: { min: 100, max: 230 } } as const

/** What an admin saves of a product beside its texts and prices. Null empties a field. */
export interface VariationFields {
  sizes: SizeInput[]
  /** The id of a product whose style this one joins. */
  styleOf: string | null
  shade: string | null
  /** #rrggbb, in lower case. */
  swatch: string | null
  /** All pictures in their order: the addresses of pictures of this shop. */
  images: { url: string; alt: string }[]
  chartId: string | null
  modelCm: number | null
  /** The code of a size. */
  modelSize: string | null
  isSealed: boolean
}

export type VariationName = keyof VariationFields

type Reading<Name extends VariationName> = { value: VariationFields[Name]; error?: undefined } | { error: string }

/**
 * Reads the sizes, pictures and colors of a product that were sent; what was not sent is left out. Never throws: the error is one
 * sentence about the first value that is not valid.
 */
export function readVariation(
  sent: Partial<Record<VariationName, unknown>>,
): { fields: Partial<VariationFields>; error?: undefined } | { error: string } {
  const fields: Record<string, unknown> = {}
  for (const name of Object.keys(readers) as VariationName[]) {
    if (sent[name] === undefined) continue
    const read: Reading<VariationName> = readers[name](sent[name])
    if (read.error !== undefined) return { error: read.error }
    fields[name] = read.value
  }
  return { fields }
}

const readers: { [Name in VariationName]: (value: unknown) => Reading<Name> } = {
  sizes: value => {
    const read = readSizes(value)
    return read.error === undefined ? { value: read.sizes } : read
  },
  styleOf: value => readId(value, 'styleOf must be the id of a product.'),
  shade: value => {
    if (isEmpty(value)) return { value: null }
    if (typeof value !== 'string') return { error: 'The shade must be a text.' }
    const shade = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
    return shade.length > variationLimits.shade
      ? { error: `The shade can have at most ${variationLimits.shade} characters.` }
      : { value: shade || null }
  },
  swatch: value => {
    if (isEmpty(value)) return { value: null }
    const isColor = typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value.trim())
    return isColor ? { value: value.trim().toLowerCase() } : { error: 'The swatch must be a color such as #8e2f3c.' }
  },
  images: readImages,
  chartId: value => readId(value, 'chartId must be the id of a size chart.'),
  modelCm: value => {
    if (isEmpty(value)) return { value: null }
    const cm = typeof value === 'string' ? Number(value.trim()) : value
    const { min, max } = variationLimits.modelCm
    return typeof cm === 'number' && Number.isInteger(cm) && cm >= min && cm <= max
      ? { value: cm }
      : { error: `The model's height must be a whole number from ${min} to ${max} cm.` }
  },
  modelSize: value => {
    if (isEmpty(value)) return { value: null }
    const size = typeof value === 'string' ? findSize(value) : undefined
    return size ? { value: size.code } : { error: "The model's size must be a size that the shop knows." }
  },
  isSealed: value => (typeof value === 'boolean' ? { value } : { error: 'isSealed must be true or false.' }),
}

const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

function readId(value: unknown, error: string): { value: string | null; error?: undefined } | { error: string } {
  if (isEmpty(value)) return { value: null }
  return typeof value === 'string' && isUuid(value) ? { value: value.toLowerCase() } : { error }
}

function readImages(value: unknown): Reading<'images'> {
  if (!Array.isArray(value)) return { error: 'The images must be a list.' }
  if (value.length > variationLimits.images)
    return { error: `A product can have at most ${variationLimits.images} pictures, these are ${value.length}.` }
  const images: VariationFields['images'] = []
  for (const [index, each] of value.entries()) {
    const { url, alt = '' } = (typeof each === 'string' ? { url: each } : (each ?? {})) as Record<string, unknown>
    if (typeof url !== 'string' || url.trim() === '')
      return { error: `Picture ${index + 1} must be the address of a picture.` }
    if (typeof alt !== 'string' || alt.length > variationLimits.alt)
      return { error: `The description of picture ${index + 1} can have at most ${variationLimits.alt} characters.` }
    if (images.some(image => image.url === url.trim())) return { error: `Picture ${index + 1} is there twice.` }
    images.push({ url: url.trim(), alt: alt.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim() })
  }
  return { value: images }
}
