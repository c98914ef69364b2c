import { addressFrom } from '#domain/settings/catalogue.ts'
import { Field } from '../../../../ui/form/field.tsx'
import { useSection } from '../../section-context.ts'
import { SectionField } from './section-field.tsx'

interface NamedAddressProps {
  place: string
  /** Where the addresses stand, such as `/categories/`. */
  path: string
  example: string
}

/** A name and the address of its page, which follows the name until it is changed by hand. */
export function NamedAddress({ place, path, example }: NamedAddressProps) {
  const { read, change, errorOf } = useSection()
  const name = String(read(`${place}name`))
  const address = String(read(`${place}address`))
  const follows = address === addressFrom(name)

  function rename(next: string) {
    change(`${place}name`, next)
    if (follows) change(`${place}address`, addressFrom(next))
  }

  return (
    <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
      <Field
        name={`${place}name`}
        label="Name"
        autoComplete="off"
        aria-required
        value={name}
        onChange={({ target }: { target: { value: string } }) => rename(target.value)}
        error={errorOf(`${place}name`)}
      />
      <SectionField name={`${place}address`} label="Address" hint={path + (address || example)} />
    </div>
  )
}
