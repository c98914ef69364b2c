import { listLimits } from '#domain/settings/lists.ts'
import { FormSection } from '../../../../products/admin/form-section.tsx'
import { ListField } from './list-field.tsx'
import { SectionField } from './section-field.tsx'

export const ListFields = () => (
  <FormSection title="Lists of products">
    <p className="text-sm text-stone">
      Named lists stand above your products. Filter the list of products and choose “Save this list” to add one.
    </p>
    <ListField name="ofProducts" noun="list" max={listLimits.lists} blank={{ name: '', filters: '' }} isCompact>
      {place => (
        <>
          <SectionField name={`${place}name`} label="Name" />
          <SectionField
            name={`${place}filters`}
            label="Filters"
            isOptional
            hint="As in the address of the list, such as visibility=draft."
          />
        </>
      )}
    </ListField>
  </FormSection>
)
