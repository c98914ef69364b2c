import { useState } from 'react'
import { readTypedAmount } from '#domain/currency.ts'
import { plainAmount } from '#domain/money.ts'
import { Field } from '../../../../ui/form/field.tsx'
import { Optional } from '../../../../ui/form/optional.tsx'
import { useSection } from '../../section-context.ts'

interface TypedFieldProps {
  /** Its place within the section. */
  name: string
  label: string
  hint?: string
  /** Empty stands for null. */
  isOptional?: boolean
}

interface Format {
  inputMode: 'decimal' | 'numeric'
  /** Undefined for a text that is no such number: it is sent as it is, and the server says what is wrong. */
  read: (text: string) => number | undefined
  print: (value: number) => string
}

const hundredths: Format = {
  inputMode: 'decimal',
  read: text => (/^\d{1,6}([.,]\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(',', '.')) * 100) : undefined),
  print: value => (value / 100).toFixed(value % 100 === 0 ? 0 : 2),
}

const amount: Format = {
  inputMode: 'decimal',
  read: readTypedAmount,
  print: value => plainAmount(value).replace(/\.00$/, ''),
}

const whole: Format = {
  inputMode: 'numeric',
  read: text => (/^\d{1,6}$/.test(text) ? Number(text) : undefined),
  print: String,
}

/** A number of the section, typed as a text. */
const typedField = (format: Format) =>
  function TypedField({ name, label, hint, isOptional }: TypedFieldProps) {
    const { read, change, errorOf } = useSection()
    const value = read(name)
    const print = () => (typeof value === 'number' ? format.print(value) : String(value ?? ''))
    const [typed, setTyped] = useState(print)
    const parse = (text: string) => (isOptional && text.trim() === '' ? null : (format.read(text.trim()) ?? text))
    const isAsTyped = parse(typed) === value // otherwise the section was loaded anew

    function type(text: string) {
      setTyped(text)
      change(name, parse(text))
    }

    return (
      <Field
        label={isOptional ? <Optional>{label}</Optional> : label}
        name={name}
        inputMode={format.inputMode}
        autoComplete="off"
        aria-required={isOptional ? undefined : true}
        value={isAsTyped ? typed : print()}
        onChange={({ target }) => type(target.value)}
        error={errorOf(name)}
        hint={hint}
      />
    )
  }

/** An amount in the shop's currency, stored in its smallest unit. */
export const AmountField = typedField(amount)
/** A rate in percent, stored in hundredths of a percent. */
export const RateField = typedField(hundredths)
export const WholeField = typedField(whole)
