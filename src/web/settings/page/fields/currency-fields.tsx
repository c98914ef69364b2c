import { useState } from 'react'
import { currencies, currencyCodes } from '#domain/currency.ts'
import { priceBandsOf } from '#domain/products/product.ts'
import type { Settings } from '#domain/settings/section.ts'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useManagedSettingsQuery } from '../../admin-api.ts'
import { useShop } from '../../api.ts'
import { useSection } from '../section-context.ts'

export function CurrencyFields() {
  const { read, change, errorOf, saved } = useSection()
  const { data } = useManagedSettingsQuery()
  const reason = data?.currencyIsFixed ?? ''
  const code = String(read('code'))
  const { code: before } = saved as Settings['currency']
  return (
    <FormSection title="Currency">
      <p className="max-w-prose text-sm text-stone">
        All prices are in it, and the payment provider charges it. It is chosen before the first order, and then stays.
      </p>
      <Field
        as="select"
        name="code"
        label="Currency"
        value={code}
        disabled={reason !== ''}
        hint={reason}
        error={errorOf('code')}
        onChange={({ target }: { target: { value: string } }) => change('code', target.value)}
      >
        <CurrencyOptions />
      </Field>
      {code !== before && (
        <p className="max-w-prose border-gold border-l-2 pl-3 text-sm">
          Nothing is converted: a price of 120 {before} is one of 120 {code} then. Look through the prices afterwards. A
          currency with other decimals can only be chosen before the first product.
        </p>
      )}
      <PriceBands />
    </FormSection>
  )
}

export const CurrencyOptions = () =>
  currencyCodes.map(each => (
    <option key={each} value={each}>
      {each}, {currencies[each].name}
    </option>
  ))

/** The amounts as they are typed; what is none stays a text, and an error says so when it is saved. */
const endsIn = (text: string) =>
  text
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '')
    .map(each => (/^\d{1,9}$/.test(each) ? Number(each) : each))

function PriceBands() {
  const { read, change, errorOf } = useSection()
  useShop() // is rendered anew in the currency that was saved
  const ends = read('priceBands') as (number | string)[]
  const [typed, setTyped] = useState(() => ends.join(', '))
  const isAsTyped = endsIn(typed).join() === ends.join() // otherwise the section was loaded anew
  const whole = ends.filter(end => typeof end === 'number')
  return (
    <Field
      label="Price bands end at"
      name="priceBands"
      inputMode="text"
      autoComplete="off"
      aria-required
      value={isAsTyped ? typed : ends.join(', ')}
      onChange={({ target }) => {
        setTyped(target.value)
        change('priceBands', endsIn(target.value))
      }}
      error={errorOf('priceBands')}
      hint={`Whole amounts, separated by commas. Visitors filter by: ${priceBandsOf(whole)
        .map(({ label }) => label)
        .join(', ')}.`}
    />
  )
}
