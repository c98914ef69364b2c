import { FormSection } from '../../../products/admin/form-section.tsx'
import { SectionField } from './inputs/section-field.tsx'

export const EmailFields = () => (
  <>
    <FormSection title="Sender">
      <SectionField name="senderName" label="Name of the sender" isOptional hint="Empty: the name of the shop." />
      <SectionField
        name="senderAddress"
        label="Address of the sender"
        type="email"
        isOptional
        hint="Empty: that of the setting MAIL_FROM. Your mail provider must allow it."
      />
    </FormSection>
    <FormSection title="Sentences">
      <p className="text-sm text-stone">Each stands as a paragraph in the e-mail about an order; empty: none.</p>
      <SectionField name="placed" label="When an order is paid" rows={3} isOptional />
      <SectionField name="shipped" label="When it is shipped" rows={3} isOptional />
      <SectionField name="refunded" label="When it is refunded" rows={3} isOptional />
    </FormSection>
  </>
)
