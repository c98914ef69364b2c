import { countries, countryName } from '#domain/costs/countries.ts'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useSection } from '../section-context.ts'
import { byName } from './inputs/countries-field.tsx'
import { ListField } from './inputs/list-field.tsx'
import { SectionField } from './inputs/section-field.tsx'
import { RateField } from './inputs/typed-field.tsx'

const kinds = {
  none: 'No tax: e-mails and invoices show none',
  included: 'Included: every price contains the tax of the country it goes to',
}

export function TaxFields() {
  const { read, change } = useSection()
  return (
    <FormSection title="Tax">
      <p className="text-sm text-stone">
        The price on the card is what is paid, and a tax is a part of it. Sales tax that is added on top of the price,
        as in the United States and Canada, is not done here: if you owe it, pay it out of your prices, or ask your
        accountant.
      </p>
      <fieldset className="flex flex-col">
        <legend className="sr-only">Tax in the prices</legend>
        {Object.entries(kinds).map(([kind, label]) => (
          <label key={kind} className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="radio"
              name="kind"
              className="size-5 accent-rosewood"
              checked={read('kind') === kind}
              onChange={() => change('kind', kind)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {read('kind') === 'included' && (
        <>
          <SectionField name="label" label="What it is called" hint="VAT, MwSt., TVA, GST…" />
          <p className="text-sm text-stone">A country without a rate here is delivered to without tax.</p>
          <ListField name="rates" noun="rate" max={countries.length} blank={{ country: '', bp: 0 }} isCompact>
            {place => <RateFields place={place} />}
          </ListField>
        </>
      )}
    </FormSection>
  )
}

function RateFields({ place }: { place: string }) {
  const { read, change, errorOf } = useSection()
  const name = `${place}country`
  return (
    <>
      <Field
        as="select"
        label="Country"
        name={name}
        value={String(read(name))}
        onChange={({ target }) => change(name, target.value)}
        error={errorOf(name)}
        aria-required
      >
        <option value="">Choose…</option>
        {byName.map(code => (
          <option key={code} value={code}>
            {countryName(code)}
          </option>
        ))}
      </Field>
      <RateField name={`${place}bp`} label="Rate in percent" />
    </>
  )
}
