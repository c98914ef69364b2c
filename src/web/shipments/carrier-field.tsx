import { type ComponentProps, useId } from 'react'
import { carrierNames } from '#domain/shipments/carriers.ts'
import { parcelLimits } from '#domain/shipments/shipment.ts'
import { Field } from '../ui/form/field.tsx'

/** A field for a carrier that suggests the usual names. */
export function CarrierField(props: Omit<ComponentProps<'input'>, 'list'> & { hint?: string }) {
  const id = useId()
  return (
    <>
      <Field label="Carrier" name="carrier" list={id} autoComplete="off" maxLength={parcelLimits.carrier} {...props} />
      <datalist id={id}>
        {carrierNames.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
