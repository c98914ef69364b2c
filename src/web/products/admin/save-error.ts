import { formErrorOf } from '../../session/form-error.ts'
import type { ProductErrors } from './api.ts'

/** Why a product was not saved: beside the sizes if it is about a SKU, a barcode or a size, else about the whole form. */
export function saveErrorOf(error: unknown, sentence: string): string | ProductErrors {
  const { status } = error as { status?: unknown }
  const reason = formErrorOf(error)
  const isOfSizes = (status === 400 || status === 409) && /\b(SKU|barcode|sizes?)\b/.test(reason)
  return isOfSizes ? { sizes: reason } : `${sentence} ${reason}`
}
