import { FormSection } from '../../../products/admin/form-section.tsx'
import { AccentField } from './inputs/accent-field.tsx'
import { PictureSetting } from './inputs/picture-setting.tsx'
import { SectionField } from './inputs/section-field.tsx'

export const IdentityFields = () => (
  <FormSection title="Identity">
    <SectionField name="name" label="Name of the shop" />
    <SectionField name="tagline" label="Tagline" isOptional hint="Follows the name in the title of the home page." />
    <PictureSetting
      name="mark"
      label="Mark"
      hint="Stands in the place of the written name, and in the browser’s tab."
    />
    <AccentField />
  </FormSection>
)
