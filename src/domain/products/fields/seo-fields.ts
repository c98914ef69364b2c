import { hasSomethingToSee } from '../../text.ts'

/** What search engines show of a product instead of its name and description; null for those. */
export interface SeoFields {
  seoTitle: string | null
  seoDescription: string | null
}

export const seoNames = ['seoTitle', 'seoDescription'] as const
export type SeoName = (typeof seoNames)[number]

/** The maximum lengths in characters. */
export const seoLimits: Record<SeoName, number> = { seoTitle: 70, seoDescription: 200 }

const labels: Record<SeoName, string> = {
  seoTitle: 'The title for search engines',
  seoDescription: 'The description for search engines',
}

/** Line ends and invisible characters would not be shown. */
const shapeless = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/**
 * Reads the texts for search engines that were sent; what was not sent is left out, null and empty mean none. Never throws: an
 * invalid value becomes an error of its field.
 */
export function readSeo(sent: Partial<Record<SeoName, unknown>>): {
  fields: Partial<SeoFields>
  fieldErrors: Partial<Record<SeoName, string>>
} {
  const fields: Partial<SeoFields> = {}
  const fieldErrors: Partial<Record<SeoName, string>> = {}
  for (const name of seoNames) {
    const value = sent[name]
    if (value === undefined) continue
    const text = typeof value === 'string' ? value.replace(shapeless, ' ').trim() : value
    if (text === null || text === '') fields[name] = null
    else if (typeof text !== 'string') fieldErrors[name] = `${labels[name]} must be a text.`
    else if (!hasSomethingToSee(text)) fieldErrors[name] = `${labels[name]} has nothing to see.`
    else if (text.length > seoLimits[name])
      fieldErrors[name] = `${labels[name]} can have at most ${seoLimits[name]} characters.`
    else fields[name] = text
  }
  return { fields, fieldErrors }
}
