import type { Ref } from 'react'
import { Field } from '../ui/field.tsx'

interface OwnPasswordFieldProps {
  /** For the browser's keeper of passwords. */
  email: string
  error?: string
  ref?: Ref<HTMLInputElement>
}

/** The password of whoever is signed in, once more. */
export const OwnPasswordField = ({ email, ...rest }: OwnPasswordFieldProps) => (
  <>
    <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
    <Field
      label="Your password"
      name="password"
      type="password"
      autoComplete="current-password"
      aria-required
      {...rest}
    />
  </>
)
