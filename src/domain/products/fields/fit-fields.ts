import { fitAnswers, fitLimits, isHeight } from '../review-fit.ts'
import { findSize, oneSize } from '../size.ts'

/** What a customer sends about the fit. Null for what is not given. */
export interface FitFields {
  fit: number | null
  heightCm: number | null
  /** The code of a size. */
  usualSize: string | null
}

/**
 * Reads what a customer sends about the fit. Missing, null and empty mean that it is not given. Never throws: the error is one
 * sentence about the first value that is not valid.
 */
export function readFit(
  sent: Partial<Record<keyof FitFields, unknown>>,
): { fields: FitFields; error?: undefined } | { error: string } {
  const { fit, heightCm, usualSize } = sent
  const { min, max } = fitLimits.heightCm
  if (isGiven(fit) && !fitAnswers.some(known => known.fit === fit)) {
    return { error: 'The fit must be -1 (runs small), 0 (true to size) or 1 (runs large).' }
  }
  if (isGiven(heightCm) && !isHeight(heightCm)) {
    return { error: `The height must be a whole number of cm from ${min} to ${max}.` }
  }
  if (isGiven(usualSize) && (typeof usualSize !== 'string' || usualSize === oneSize || !findSize(usualSize))) {
    return { error: 'The usual size must be a size that the shop knows.' }
  }
  return { fields: { fit: read(fit), heightCm: read(heightCm), usualSize: read(usualSize) } }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const read = <T>(value: unknown): T | null => (isGiven(value) ? (value as T) : null)
