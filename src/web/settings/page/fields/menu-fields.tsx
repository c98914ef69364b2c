import { settingsLimits as max } from '#domain/settings/section.ts'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { CheckField } from './inputs/check-field.tsx'
import { LinkField } from './inputs/link-field.tsx'
import { ListField } from './inputs/list-field.tsx'
import { SectionField } from './inputs/section-field.tsx'

const blankLink = { label: '', link: '/' }

export const MenuFields = () => (
  <>
    <FormSection title="At the top of every page">
      <ListField name="header" noun="link" max={max.headerLinks} blank={blankLink} isCompact>
        {place => <LinkFields place={place} />}
      </ListField>
    </FormSection>
    <FormSection title="At the end of every page">
      <ListField name="footer" noun="column" max={max.columns} blank={{ title: '', links: [], hasCategories: false }}>
        {place => (
          <>
            <SectionField name={`${place}title`} label="Title" />
            <ListField name={`${place}links`} noun="link" max={max.columnLinks} blank={blankLink} isCompact>
              {inner => <LinkFields place={inner} />}
            </ListField>
            <CheckField name={`${place}hasCategories`} label="The first categories follow" />
          </>
        )}
      </ListField>
      <CheckField name="hidesPictures" label="Leave out the pictures “From the studio”" />
    </FormSection>
  </>
)

const LinkFields = ({ place }: { place: string }) => (
  <>
    <SectionField name={`${place}label`} label="Label" />
    <LinkField name={`${place}link`} />
  </>
)
