import type { ReactNode } from 'react'
import { currencyDecimals, formatCents, plainAmount, toCents } from '#domain/money.ts'
import { Field } from '../../../ui/form/field.tsx'
import { leaveOnWheel } from '../leave-on-wheel.ts'
import type { FieldOf } from './field-of.ts'

interface PriceFieldProps extends ReturnType<FieldOf> {
  label: ReactNode
  'aria-required'?: true
}

/**
 * A price in major units of the shop's currency, and how customers read it: a browser drops a comma that its language does not
 * know, and 12,50 would be 1,250.
 */
export const PriceField = ({ hint, ...field }: PriceFieldProps) => (
  <Field
    {...field}
    type="number"
    inputMode={currencyDecimals() ? 'decimal' : 'numeric'}
    step={plainAmount(1)}
    min={plainAmount(1)}
    onWheel={leaveOnWheel}
    hint={hint ?? (Number(field.value) > 0 ? `Shown as ${formatCents(toCents(Number(field.value)))}` : undefined)}
  />
)
