import { type InputEvent, type ReactNode, useState } from 'react'
import { currencyDecimals, formatCents, plainAmount, toCents } from '#domain/money.ts'
import { Field } from '../../../ui/form/field.tsx'
import { leaveOnWheel } from '../leave-on-wheel.ts'
import type { FieldOf } from './field-of.ts'

interface PriceFieldProps extends ReturnType<FieldOf> {
  label: ReactNode
  'aria-required'?: true
}

/**
 * A price in major units of the shop's currency, and how customers read it. A browser that does not write decimals with a comma
 * leaves it out, and 12,50 would be 1,250: then the field is not valid until it is cleared, or has a point. Without decimals a comma
 * can only stand between thousands.
 */
export function PriceField({ hint, error, onChange, ...field }: PriceFieldProps) {
  const [comma, setComma] = useState('')
  const { value } = field

  function note(sentence: string, input: HTMLInputElement) {
    input.setCustomValidity(sentence)
    setComma(sentence)
  }
  function refuseComma(event: InputEvent<HTMLInputElement>) {
    if (!event.data?.includes(',') || currencyDecimals() === 0 || writesComma()) return
    event.preventDefault()
    const way = `type it without a comma, such as ${plainAmount(toCents(1250.5))}.`
    if (event.currentTarget.value === '') setComma(`Please ${way}`)
    else note(`Clear it, and ${way}`, event.currentTarget)
  }

  return (
    <Field
      {...field}
      type="number"
      inputMode={currencyDecimals() ? 'decimal' : 'numeric'}
      step={plainAmount(1)}
      min={plainAmount(1)}
      onWheel={leaveOnWheel}
      onBeforeInput={refuseComma}
      onChange={event => {
        const { value, validity } = event.target
        if (value === '' || value.includes('.') || !validity.customError) note('', event.target)
        onChange(event)
      }}
      hint={hint ?? (Number(value) > 0 && !error ? `Shown as ${formatCents(toCents(Number(value)))}` : undefined)}
      error={comma || error}
    />
  )
}

const writesComma = () => new Intl.NumberFormat(navigator.language).format(0.5).includes(',')
