/** Cents that are counted together; each step is a multiple of the one before it, and one bucket of the last holds every price. */
export const priceSteps = [1, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000] as const

/** More buckets than a step has. */
export const bucketsOfStep = 100_000_000

/** The bucket of all prices. */
export const anyPrice: number = (priceSteps.length - 1) * bucketsOfStep

/** Above every price, in cents. */
export const dearest: number = Math.max(...priceSteps)

/** Neighbouring buckets of a step, both belong to them. The bucket of a price is that of its step, and the price in steps. */
export interface Buckets {
  first: number
  last: number
}

/**
 * The few buckets, at most two rows of neighbours of a step, that hold the prices from `least` to `most` cents and no others;
 * both belong to them.
 */
export function cutPrices(min: number, max: number): Buckets[] {
  const cut: Buckets[] = []
  let [first, end] = [Math.max(0, min), Math.min(max + 1, dearest)]
  for (const [place, step] of priceSteps.entries()) {
    const add = (from: number, to: number) => {
      const base = place * bucketsOfStep
      if (from < to) cut.push({ first: base + from, last: base + to - 1 })
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
  return cut
}

/** The same, each by itself. */
export const bucketsOf = (min: number, max: number): number[] =>
  cutPrices(min, max).flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at))

/** Which prices a bucket holds, in cents; both belong to it. */
export function pricesOf(bucket: number): { min: number; max: number } {
  const step = priceSteps[Math.floor(bucket / bucketsOfStep)] ?? 1
  const min = (bucket % bucketsOfStep) * step
  return { min, max: min + step - 1 }
}
