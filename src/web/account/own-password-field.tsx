import type { Ref } from 'react'
import { PasswordField } from '../ui/form/password-field.tsx'

interface OwnPasswordFieldProps {
  /** For the browser's password manager. */
  email: string
  error?: string
  ref?: Ref<HTMLInputElement>
}

/** Asks the signed-in user for their current password again. */
export const OwnPasswordField = ({ email, ...rest }: OwnPasswordFieldProps) => (
  <>
    <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
    <PasswordField label="Your password" autoComplete="current-password" {...rest} />
  </>
)
