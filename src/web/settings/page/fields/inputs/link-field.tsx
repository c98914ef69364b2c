import { Warning } from '../../../../ui/form/warning.tsx'
import { useSection } from '../../section-context.ts'
import { SectionField } from './section-field.tsx'

interface LinkFieldProps {
  name: string
  label?: string
  isOptional?: boolean
}

/** Where something leads: a page of the shop, or an address elsewhere. */
export function LinkField({ label = 'Leads to', ...rest }: LinkFieldProps) {
  const { warningOf } = useSection()
  return (
    <div>
      <SectionField label={label} inputMode="url" hint="A page such as /shop, or an address with https://" {...rest} />
      <Warning>{warningOf(rest.name)}</Warning>
    </div>
  )
}
