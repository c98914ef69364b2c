import { currencyDecimals, plainAmount } from '#domain/money.ts'
import { leaveOnWheel } from '../leave-on-wheel.ts'

/** The props of a field for a price in major units of the shop's currency. */
export const priceInput = () =>
  ({
    type: 'number',
    inputMode: currencyDecimals() ? 'decimal' : 'numeric',
    step: plainAmount(1),
    min: plainAmount(1),
    onWheel: leaveOnWheel,
  }) as const
