import { useState } from 'react'
import { currencyNoun } from '#domain/currency.ts'
import { plainAmount, toCents } from '#domain/money.ts'
import { isWholeAmount } from '#domain/products/product-fields.ts'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useSection } from '../section-context.ts'

const centsIn = (amount: string): number | undefined =>
  /^\d{1,8}(\.\d{1,2})?$/.test(amount.trim()) && isWholeAmount(Number(amount)) ? toCents(Number(amount)) : undefined

const shown = (value: unknown): string =>
  typeof value === 'number' ? plainAmount(value).replace(/\.00$/, '') : String(value)

export function StaffFields() {
  const { read, change, errorOf } = useSection()
  const value = read('refundLimitCents')
  const [typed, setTyped] = useState(() => shown(value))
  const isAsTyped = (centsIn(typed) ?? typed) === value // otherwise the section was loaded anew

  function type(text: string) {
    setTyped(text)
    change('refundLimitCents', centsIn(text) ?? text)
  }

  return (
    <FormSection title="Refunds">
      <p className="text-sm text-stone">
        Staff work on orders, stock and messages. Money goes back through an admin, unless you give staff a limit.
      </p>
      <Field
        label={`Staff may refund up to, in ${currencyNoun()} of an order`}
        name="refundLimitCents"
        inputMode="decimal"
        autoComplete="off"
        aria-required
        value={isAsTyped ? typed : shown(value)}
        onChange={({ target }) => type(target.value)}
        error={errorOf('refundLimitCents')}
        hint="0: staff refund nothing."
      />
    </FormSection>
  )
}
