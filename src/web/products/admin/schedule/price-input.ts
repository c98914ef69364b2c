import { leaveOnWheel } from '../leave-on-wheel.ts'

/** The props of a field for a price in dollars. */
export const priceInput = {
  type: 'number',
  inputMode: 'decimal',
  step: '0.01',
  min: '0.01',
  onWheel: leaveOnWheel,
} as const
