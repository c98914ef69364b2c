import { SectionField } from './section-field.tsx'

interface LinkFieldProps {
  name: string
  label?: string
  isOptional?: boolean
}

/** Where something leads: a page of the shop, or an address elsewhere. */
export const LinkField = ({ label = 'Leads to', ...rest }: LinkFieldProps) => (
  <SectionField label={label} inputMode="url" hint="A page such as /shop, or an address with https://" {...rest} />
)
