import { settingsLimits } from '#domain/settings/section.ts'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { AddressField } from './inputs/address-field.tsx'
import { LinkField } from './inputs/link-field.tsx'
import { ListField } from './inputs/list-field.tsx'
import { SectionField } from './inputs/section-field.tsx'

export const ContactFields = () => (
  <>
    <FormSection title="Contact">
      <AddressField label="Address" hint="One line below the other." />
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
