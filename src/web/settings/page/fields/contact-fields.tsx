import { settingsLimits } from '#domain/settings/section.ts'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Optional } from '../../../ui/form/optional.tsx'
import { useSection } from '../section-context.ts'
import { LinkField } from './link-field.tsx'
import { ListField } from './list-field.tsx'
import { SectionField } from './section-field.tsx'

export const ContactFields = () => (
  <>
    <FormSection title="Contact">
      <AddressField />
      <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
        <SectionField name="email" label="E-mail address" type="email" />
        <SectionField name="phone" label="Telephone number" type="tel" isOptional />
      </div>
    </FormSection>
    <FormSection title="Social links">
      <ListField
        name="social"
        noun="social link"
        max={settingsLimits.socialLinks}
        blank={{ label: '', link: 'https://' }}
      >
        {place => (
          <>
            <SectionField name={`${place}label`} label="Name" hint="Ex: Instagram" />
            <LinkField name={`${place}link`} />
          </>
        )}
      </ListField>
    </FormSection>
    <FormSection title="Legal details">
      <SectionField
        name="legal"
        label="Legal details"
        rows={4}
        isOptional
        hint="Such as the company’s number and its VAT id; they stand at the foot of every page."
      />
    </FormSection>
  </>
)

function AddressField() {
  const { read, change, errorOf } = useSection()
  return (
    <Field
      as="textarea"
      name="address"
      label={<Optional>Address</Optional>}
      hint="One line below the other."
      rows={4}
      autoComplete="off"
      value={(read('address') as string[]).join('\n')}
      onChange={({ target }: { target: { value: string } }) =>
        change('address', target.value === '' ? [] : target.value.split('\n'))
      }
      error={errorOf('address')}
    />
  )
}
