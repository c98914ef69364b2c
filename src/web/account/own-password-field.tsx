import type { Ref } from 'react'
import { PasswordField } from '../ui/form/password-field.tsx'

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
    <PasswordField label="Your password" autoComplete="current-password" {...rest} />
  </>
)
