import { currencyCode } from '#domain/money.ts'

/** An amount on an axis, such as $1.5K. */
export const roundAmount = (amount: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currencyCode(),
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(amount)

const minSteps = 3

/** Round amounts at even distances, from zero to at least the highest value, which is above zero. */
export function ticksUpTo(highest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(highest / minSteps))
  const step = power * ([5, 2].find(times => highest / (times * power) >= minSteps) ?? 1)
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}
