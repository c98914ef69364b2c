import { Field } from '../../../../ui/form/field.tsx'
import { Optional } from '../../../../ui/form/optional.tsx'
import { useSection } from '../../section-context.ts'

interface AddressFieldProps {
  label: string
  hint: string
}

/** The lines of the section's address. */
export function AddressField({ label, hint }: AddressFieldProps) {
  const { read, change, errorOf } = useSection()
  return (
    <Field
      as="textarea"
      name="address"
      label={<Optional>{label}</Optional>}
      hint={hint}
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
