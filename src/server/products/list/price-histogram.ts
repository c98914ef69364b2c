/** The widths of the price buckets, in cents. Each step is a multiple of the previous one; one bucket of the last holds every price. */
export const priceSteps = [1, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000] as const

/** More than the number of buckets of any step. */
export const bucketsOfStep = 100_000_000

/** The bucket that holds all prices. */
export const anyPrice: number = (priceSteps.length - 1) * bucketsOfStep

/** Higher than every price, in cents. */
export const priceCeilingCents: number = Math.max(...priceSteps)

/**
 * A range of neighbouring buckets of one step, both ends inclusive. The bucket of a price is the index of its step times
 * `bucketsOfStep`, plus the price divided by the step.
 */
export interface BucketRange {
  first: number
  last: number
}

/** Returns the few ranges, at most two per step, that hold the prices from `min` to `max` cents, both inclusive, and no others. */
export function bucketRanges(min: number, max: number): BucketRange[] {
  const ranges: BucketRange[] = []
  let [first, end] = [Math.max(0, min), Math.min(max + 1, priceCeilingCents)]
  for (const [place, step] of priceSteps.entries()) {
    const add = (from: number, to: number) => {
      const base = place * bucketsOfStep
      if (from < to) ranges.push({ first: base + from, last: base + to - 1 })
    }
    const ratio = (priceSteps[place + 1] ?? Number.POSITIVE_INFINITY) / step
    const [wholeFrom, wholeEnd] = [Math.ceil(first / ratio), Math.floor(end / ratio)]
    if (wholeFrom >= wholeEnd) {
      add(first, end)
      break
    }
    add(first, wholeFrom * ratio)
    add(wholeEnd * ratio, end)
    ;[first, end] = [wholeFrom, wholeEnd]
  }
  return ranges
}

/** Returns the same buckets one by one. */
export const bucketsOf = (min: number, max: number): number[] =>
  bucketRanges(min, max).flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at))

/** Returns the price range of a bucket, in cents, both ends inclusive. */
export function pricesOf(bucket: number): { min: number; max: number } {
  const step = priceSteps[Math.floor(bucket / bucketsOfStep)] ?? 1
  const min = (bucket % bucketsOfStep) * step
  return { min, max: min + step - 1 }
}
