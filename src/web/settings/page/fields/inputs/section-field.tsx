import type { ReactNode } from 'react'
import { Field } from '../../../../ui/form/field.tsx'
import { Optional } from '../../../../ui/form/optional.tsx'
import { useSection } from '../../section-context.ts'

interface SectionFieldProps {
  /** Its place within the section, such as `heroes.0.link`. */
  name: string
  label: string
  hint?: string
  isOptional?: boolean
  type?: 'email' | 'tel'
  inputMode?: 'url' | 'numeric'
  /** A textarea of so many lines. */
  rows?: number
}

/** A text of the section. What is too long is refused with a sentence instead of cut. */
export function SectionField({ name, label, isOptional, rows, ...rest }: SectionFieldProps) {
  const { read, change, errorOf } = useSection()
  const shown: ReactNode = isOptional ? <Optional>{label}</Optional> : label
  const bound = {
    name,
    label: shown,
    value: String(read(name)),
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
    error: errorOf(name),
    autoComplete: 'off',
    'aria-required': isOptional ? undefined : true,
    ...rest,
  }
  return rows ? <Field as="textarea" rows={rows} {...bound} /> : <Field {...bound} />
}
