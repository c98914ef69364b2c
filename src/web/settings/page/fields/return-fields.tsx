import { returnSentence } from '#domain/returns/policy.ts'
import type { ReturnPolicy } from '#domain/settings/section.ts'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { useManagedSettingsQuery } from '../../admin-api.ts'
import { useSection } from '../section-context.ts'
import { AddressField } from './inputs/address-field.tsx'
import { SectionField } from './inputs/section-field.tsx'
import { WholeField } from './inputs/typed-field.tsx'

const payers = { shop: 'The shop', buyer: 'The buyer' }

export function ReturnFields() {
  const { read, change } = useSection()
  const categories = useManagedSettingsQuery().data?.catalogue.value.categories ?? []
  const exempt = read('exempt') as string[]
  const policy = { days: read('days'), payer: read('payer'), exempt } as ReturnPolicy
  return (
    <>
      <FormSection title="Returns">
        <p className="text-sm text-stone">
          Within these days buyers send back what does not fit, or swap its size, on the page of their order. The right
          of withdrawal that the law gives them holds whatever you set here.
        </p>
        <WholeField name="days" label="Days after the arrival" hint="0 if you offer no returns of your own." />
        <fieldset className="flex flex-col">
          <legend className="text-sm">Who pays the way back</legend>
          {Object.entries(payers).map(([payer, label]) => (
            <label key={payer} className="flex min-h-11 items-center gap-3 text-sm">
              <input
                type="radio"
                name="payer"
                className="size-5 accent-rosewood"
                checked={read('payer') === payer}
                onChange={() => change('payer', payer)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <fieldset className="flex flex-col">
          <legend className="text-sm">What does not come back, unless something is wrong with it</legend>
          {categories.map(({ id, name }) => (
            <label key={id} className="flex min-h-11 items-center gap-3 text-sm">
              <input
                type="checkbox"
                className="size-5 accent-rosewood"
                checked={exempt.includes(id)}
                onChange={({ target }) =>
                  change('exempt', target.checked ? [...exempt, id] : exempt.filter(other => other !== id))
                }
              />
              {name}
            </label>
          ))}
        </fieldset>
        <p className="text-sm text-stone" aria-live="polite">
          Your pages and products say: “{returnSentence(policy, categories)}”
        </p>
      </FormSection>
      <FormSection title="The way back">
        <AddressField label="Where parcels go" hint="One line below the other. Empty: the shop’s address." />
        <SectionField
          name="labelLink"
          label="Link to a label"
          isOptional
          hint="A page of your carrier on which buyers print a label. It stands on the return’s page and in its e-mail."
        />
      </FormSection>
    </>
  )
}
