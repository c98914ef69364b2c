import { FormSection } from '../../../products/admin/form-section.tsx'
import { LinkField } from './inputs/link-field.tsx'
import { SectionField } from './inputs/section-field.tsx'
import { PeriodFields } from './period-fields.tsx'

export const AnnouncementFields = () => (
  <FormSection title="Announcement">
    <SectionField name="text" label="Text" isOptional hint="A bar at the top of every page; empty: none." />
    <LinkField name="link" isOptional />
    <PeriodFields />
  </FormSection>
)
